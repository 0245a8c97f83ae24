// A part of the page becomes what the server says it is now: only what differs is touched, so that focus, what was
// typed, what was opened and a press that is under way stay as they are.

const pressed = new Set(); // the pointers that are down
addEventListener("pointerdown", (event) => pressed.add(event.pointerId), true);
for (const kind of ["pointerup", "pointercancel"]) {
  addEventListener(kind, (event) => pressed.delete(event.pointerId), true);
}

// When no pointer is down and the click of the last one has happened: nothing is replaced between press and release.
export async function whenReleased() {
  while (pressed.size) {
    await new Promise((done) => {
      addEventListener("pointerup", done, { once: true });
      addEventListener("pointercancel", done, { once: true });
    });
    await new Promise((done) => setTimeout(done));
  }
}

export function morph(old, text) {
  const fresh = document.createElement("template");
  fresh.innerHTML = text;
  children(old, fresh.content);
}

function children(old, fresh) {
  const wanted = [...fresh.childNodes];
  wanted.forEach((node, i) => {
    const now = old.childNodes[i];
    if (!now) old.append(node);
    else if (isSame(now, node)) element(now, node);
    else if (!now.isEqualNode(node)) now.replaceWith(node);
  });
  while (old.childNodes.length > wanted.length) old.lastChild.remove();
}

function isSame(one, other) {
  return one.nodeType === Node.ELEMENT_NODE && one.nodeName === other.nodeName && one.id === other.id && one.name === other.name;
}

// What was typed and what was opened is the reader's.
function element(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && name !== "open") old.setAttribute(name, value);
  }
  if (old.matches("input")) old.checked = fresh.checked;
  if (old.matches("input[type=hidden]")) old.value = fresh.value;
  children(old, fresh);
  if (old.matches("select")) old.value = fresh.value;
}
