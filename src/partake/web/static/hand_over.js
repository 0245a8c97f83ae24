// Friends at one device: when the player at it has done their part and another of them must act, the device is passed on.
// Each player has a page of their own, which holds no more than that player may see; between two pages with secrets
// hangs a curtain.

const device = document.querySelector("[data-device]");
const root = document.querySelector("[data-table]");
const seats = [...device.querySelectorAll(".pass")].map((part) => Number(part.dataset.seat));

// Whoever comes next after the player at the device, of those who must act.
function next({ seat, to_act: acting, outcome }) {
  if (outcome || acting.includes(seat)) return null;
  const order = [...seats.filter((other) => other > seat), ...seats.filter((other) => other < seat)];
  return order.find((other) => acting.includes(other)) ?? null;
}

function show(kind, seat) {
  for (const part of device.querySelectorAll(kind)) part.hidden = Number(part.dataset.seat) !== seat;
}

root.addEventListener("shown", ({ detail: view }) => show(".pass", next(view)));

device.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  const part = link.parentElement;
  if (part.matches(".pass") && "curtain" in device.dataset) {
    show(".curtain", Number(part.dataset.seat));
    device.querySelector(".curtain:not([hidden]) a").focus();
  } else {
    location.replace(link.href); // the page before is not one step back
  }
});
