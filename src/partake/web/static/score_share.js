// An evening leaves the page: as text, as a link that holds it, as a file that `partake score` reads, as a picture of the
// drawn boards, on paper.

import { copied, number, say, toast } from "./page.js";
import { packed, written } from "./score_text.js";

const SVG = "http://www.w3.org/2000/svg";
const GAP = 24;
const WIDE = 720; // of one player's part of a picture
const SHARP = 2; // pixels of a PNG for each unit

export class Sharing {
  constructor(root, keeper) {
    Object.assign(this, { root, keeper });
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    const deeds = { text: () => this.text(), link: () => this.link(), file: () => this.file(), png: () => this.picture("png"), svg: () => this.picture("svg"), print: () => window.print() };
    for (const [name, deed] of Object.entries(deeds)) this.part(`share-${name}`).addEventListener("click", deed);
  }

  get evening() {
    return this.keeper.book.evening;
  }

  // What people want to know first, above what programs read.
  get notes() {
    const { tables, names, edition } = this.keeper;
    const points = names.map((name, i) => `${name}: ${tables.map((table) => number(table[i].total)).join(" + ")}${tables.length > 1 ? ` = ${number(tables.reduce((sum, table) => sum + table[i].total, 0))}` : ""}`);
    return [`Partake · ${edition.title}`, ...points, this.part("result").textContent];
  }

  get #text() {
    return written(this.evening, this.notes);
  }

  get #name() {
    return `${this.evening.edition}-${new Date(this.keeper.book.changed).toISOString().slice(0, 10)}`;
  }

  text() {
    return this.#give({ text: this.#text });
  }

  async link() {
    const address = `${location.origin}/score#1.${await packed(written(this.evening))}`;
    return this.#give({ text: this.part("result").textContent, url: address });
  }

  file() {
    download(new Blob([this.#text], { type: "text/plain" }), `${this.#name}.boards.txt`);
  }

  async picture(kind) {
    const drawing = drawn(this.keeper);
    const source = new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml" });
    const made = kind === "svg" ? source : await raster(source, drawing);
    const file = new File([made], `${this.#name}.${kind}`, { type: made.type });
    if (kind === "png" && navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
      const isDone = await navigator.share({ files: [file] }).then(() => true, (problem) => problem.name === "AbortError");
      if (isDone) return;
    }
    download(made, file.name);
  }

  // By the system's own sheet where there is one; otherwise the words go to the clipboard.
  async #give(shared) {
    if (navigator.share) {
      try {
        await navigator.share(shared);
        return;
      } catch (problem) {
        if (problem.name === "AbortError") return;
      }
    }
    await copied([shared.text, shared.url].filter(Boolean).join("\n"));
    toast(say("score_copied"), "status");
  }
}

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// The boards of the shown game as one drawing that needs nothing of the page: its shapes and style are inside.
function drawn({ root, names, tables, game }) {
  const columns = names.length > 1 ? 2 : 1;
  const parts = names.map((name, i) => playerPart(root, i, say("score_board_points", { name, count: tables[game][i].total })));
  const tall = Math.max(...parts.map(({ height }) => height));
  const width = columns * WIDE + (columns + 1) * GAP;
  const height = Math.ceil(parts.length / columns) * (tall + GAP) + GAP;
  const whole = make("svg", { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}`, class: root.className });
  const style = make("style");
  style.textContent = styles();
  whole.append(style, make("rect", { width, height, fill: getComputedStyle(document.body).getPropertyValue("--pk-paper") || "#fff" }));
  for (const sprite of root.querySelectorAll("[data-part=sprite] svg")) for (const shape of sprite.children) whole.append(shape.cloneNode(true));
  parts.forEach(({ group }, i) => {
    group.setAttribute("transform", `translate(${GAP + (i % columns) * (WIDE + GAP)} ${GAP + Math.floor(i / columns) * (tall + GAP)})`);
    whole.append(group);
  });
  return whole;
}

// A player's name, board, and what lies beside it.
function playerPart(root, player, heading) {
  const group = make("g");
  const title = make("text", { x: WIDE / 2, y: 28, "text-anchor": "middle", "font-size": 28, "font-weight": 700, "font-family": "system-ui, sans-serif", class: "heading" });
  title.textContent = heading;
  group.append(title);
  let y = 44;
  for (const svg of root.querySelectorAll(`[data-player="${player}"] svg.live`)) {
    const [, , w, h] = svg.getAttribute("viewBox").split(" ").map(Number);
    const width = svg.dataset.zone === "board" ? WIDE : WIDE * 0.42;
    const copy = svg.cloneNode(true);
    for (const [name, value] of Object.entries({ x: (WIDE - width) / 2, y, width, height: (width * h) / w })) copy.setAttribute(name, value);
    group.append(copy);
    y += (width * h) / w + 8;
  }
  return { group, height: y };
}

// The rules of the page that boards need, with the colours that it has now.
function styles() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const names = new Set(rules.flatMap((rule) => rule.cssText.match(/--pk-[\w-]+/g) ?? []));
  const now = getComputedStyle(document.documentElement);
  const colours = [...names, "--good", "--bad", "--card", "--ink", "--muted"].map((name) => `${name}:${now.getPropertyValue(name)}`).join(";");
  const needed = rules.filter((rule) => rule.selectorText && /\.live|\.set-|\.partake|\.doubtful/.test(rule.selectorText)).map((rule) => rule.cssText);
  return `svg{${colours}}.heading{fill:${now.getPropertyValue("--ink")}}.chosen .ring,.latest .ring{display:none!important}${needed.join("")}`;
}

async function raster(source, drawing) {
  const image = new Image();
  const reader = new FileReader();
  await new Promise((resolve) => {
    reader.onload = resolve;
    reader.readAsDataURL(source);
  });
  image.src = reader.result;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: drawing.getAttribute("width") * SHARP, height: drawing.getAttribute("height") * SHARP });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function make(name, attributes = {}) {
  const found = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
  return found;
}
