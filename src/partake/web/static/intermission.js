// The dealer's intermission on the page of a hexagon game: a ring that closes while one may take back, a tap or the
// space bar that ends it, how long it is where no other person waits, and the result between the games of a match.

import { listed, say, toast } from "./page.js";

const PAUSE = "partake-pause";
const OFFERED = "partake-confirm-offered";
const LATE = 3000; // milliseconds after a draw in which a take-back was meant for the tile before it
const RING = 294; // the length of the ring around a tile, in the units of the board
const Between = document.querySelector("[data-part=result]") && (await import("./between.js")).Between;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Intermission {
  #pointer = matchMedia("(pointer: coarse)").matches ? "touch" : "mouse";
  #now = null; // the intermission that is shown
  #ends = null; // when it ends, by this page's clock
  #lateUntil = 0;
  #hiding = 0;
  #hasGoneOn = false;

  constructor(root, goOn) {
    this.root = root;
    this.goOn = goOn;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.between = Between && new Between(root);
    this.#choosePause();
    root.addEventListener("pointerdown", (event) => this.#use(event.pointerType), true);
    root.addEventListener("keydown", () => this.#use("mouse"), true);
    document.addEventListener("keydown", (event) => this.#skip(event));
    this.part("go-on")?.addEventListener("click", () => this.next());
    this.part("offer-yes")?.addEventListener("click", () => this.#offer(false) ?? this.part("confirm").click());
    this.part("offer-no")?.addEventListener("click", () => this.#offer(false));
    setInterval(() => this.#tick(), 250);
  }

  // The pause that a move asks for; none where another person waits.
  get pause() {
    const chosen = this.part("pause")?.value;
    return chosen && chosen !== "go-on" ? Number(chosen) : chosen;
  }

  // Whether the place of the next tile is shown, for the player to go on.
  get isDue() {
    return Boolean(this.#now) && !this.view.between && this.view.seat !== null && !this.#hasGoneOn;
  }

  #choosePause() {
    const select = this.part("pause");
    if (!select) return;
    const kept = localStorage.getItem(PAUSE);
    if (kept) select.value = kept;
    else this.#use(this.#pointer);
    select.addEventListener("change", () => localStorage.setItem(PAUSE, select.value));
  }

  // Until the player has chosen, a finger has longer than a mouse or a key.
  #use(pointer) {
    this.#pointer = pointer;
    const select = this.part("pause");
    if (select && !localStorage.getItem(PAUSE)) select.value = pointer === "touch" ? "1.5" : "0.4";
  }

  async next() {
    if (!this.#now || this.#hasGoneOn) return;
    const meant = this.#now;
    this.#hasGoneOn = true;
    this.changed();
    if ((await this.goOn()) || this.#now !== meant) return;
    this.#hasGoneOn = false; // the server has not heard it
    this.changed();
  }

  #skip(event) {
    if (event.key !== " " || event.repeat || !this.#now || this.view.seat === null || this.#hasGoneOn) return;
    if (event.target.closest?.("button, input, select, summary, a, [contenteditable]")) return;
    event.preventDefault();
    this.next();
  }

  // What the server says of it, with the view; `isFresh` is false for the first view of a page.
  show(view, intermission, isFresh) {
    const before = this.view;
    this.view = view;
    const isSame = this.#now && intermission && this.#now.deal_at === intermission.deal_at;
    this.#now = intermission ?? null;
    if (!isSame) this.#begin(isFresh);
    const awaited = this.#now?.awaited ?? [];
    if (view.seat !== null && awaited.length && !awaited.includes(view.seat)) this.#hasGoneOn = true;
    if (isFresh && before && view.drawn.length > before.drawn.length && before.legal.includes("back")) this.#drawn();
    this.between?.show(view, this.#hasGoneOn);
    this.#tick();
  }

  #begin(isFresh) {
    this.#hasGoneOn = false;
    const left = this.#now?.deal_at && (isFresh ? this.#now.seconds : this.#now.deal_at - Date.now() / 1000);
    this.#ends = left ? performance.now() + left * 1000 : null;
    for (const ring of this.root.querySelectorAll(".closing")) ring.classList.remove("closing");
  }

  // Let the ring around the tiles that were placed last, and around the place of the next, close.
  rings() {
    if (!this.isDue || !this.#ends || still.matches) return;
    const left = this.#ends - performance.now();
    const rings = this.root.querySelectorAll(".mine .cell.latest .ring, [data-part=next] .ring");
    for (const ring of rings) {
      if (ring.classList.contains("closing")) continue;
      ring.classList.add("closing");
      ring.animate([{ strokeDashoffset: 0 }, { strokeDashoffset: RING }], { duration: Math.max(0, left), fill: "forwards" });
    }
  }

  // In numbers: for whoever wants no motion, and for the next game.
  #tick() {
    const left = this.#now && this.#ends ? Math.max(0, Math.ceil((this.#ends - performance.now()) / 1000)) : null;
    const back = this.part("seconds");
    if (back) back.textContent = left !== null && still.matches && !this.view.between ? say("seconds", { seconds: left }) : "";
    const next = this.part("next-game");
    if (!next || !this.view?.between) return;
    const others = this.#awaited();
    let text = left === null ? "" : say("next_game", { seconds: left });
    if (this.#hasGoneOn && others) text = say("awaits", { names: others });
    if (next.textContent !== text) next.textContent = text;
  }

  #awaited() {
    const seats = (this.#now?.awaited ?? []).filter((seat) => seat !== this.view.seat);
    return listed(seats.map((seat) => this.view.names[seat - 1]));
  }

  // What to say while the dealer waits.
  told() {
    if (!this.#now) return say("waits");
    const others = this.#awaited();
    if (this.#hasGoneOn && others) return say("awaits", { names: others });
    return this.#now.deal_at || this.#hasGoneOn ? say("waits") : say("until");
  }

  // A take-back that comes now was meant for the tile before this one.
  #drawn() {
    this.#lateUntil = performance.now() + LATE;
    clearTimeout(this.#hiding);
    this.#hiding = setTimeout(() => this.changed(), LATE);
  }

  get isLate() {
    return performance.now() < this.#lateUntil && !this.view.between && !this.view.outcome;
  }

  tooLate() {
    const confirm = this.part("confirm");
    if (confirm.checked || localStorage.getItem(OFFERED)) toast(say("too_late"));
    else {
      localStorage.setItem(OFFERED, "yes");
      this.#offer(true);
    }
  }

  #offer(isOpen) {
    this.part("offer").hidden = !isOpen;
  }
}
