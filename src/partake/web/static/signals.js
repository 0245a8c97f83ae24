// Signals for a player who may be looking elsewhere: the title of the tab, a sound, a vibration, and notifications where
// they are permitted, when it is their turn and when everybody waits for them alone. One click turns all of them off.

import { say, toast } from "./page.js";

const KEPT = "partake-signals";
const DEFAULTS = { on: true, sound: true, vibration: true, notice: false };
const MOMENT = 5000; // milliseconds after the own action in which a player who looks at the page needs no signal
const PATIENCE = 20000; // after which somebody for whom all others wait is reminded
const TONES = [[659, 0], [880, 0.14]]; // hertz, and seconds after the first

export class Signals {
  #title = document.title;
  #bell = document.querySelector("[data-part=bell]");
  #boxes = [...document.querySelectorAll("[data-signal]")];
  #told;
  #here = [...document.querySelectorAll("[data-device] .pass")].map((part) => Number(part.dataset.seat)); // friends at this device
  #settings = { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEPT)) };
  #audio = null;
  #isAwaited = null;
  #acted = 0;
  #began = 0;
  #timer = 0;

  constructor(root) {
    this.#told = root.querySelector("[data-part=told]");
    this.#bell?.addEventListener("click", () => {
      this.#set("on", !this.#settings.on);
      toast(say(this.#settings.on ? "signals_on" : "signals_off"), "status");
      if (this.#settings.on) this.#ring();
    });
    for (const box of this.#boxes) {
      box.addEventListener("change", () => this.#choose(box.dataset.signal, box.checked));
      box.closest("label").hidden = !CAN[box.dataset.signal]();
    }
    for (const all of document.querySelectorAll("[data-all-signals]")) {
      all.checked = this.#settings.on;
      all.addEventListener("change", () => this.#set("on", all.checked));
    }
    // Browsers make no sound before the player has done something on the page.
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.#wake());
    this.#show();
  }

  // What the player did, and so need not be told.
  acted() {
    this.#acted = Date.now();
    this.#isAwaited = false;
    clearTimeout(this.#timer);
    this.#name("");
  }

  // The game as it is now: whether it waits for this seat, or another at this device, and whether for nobody else.
  tell({ seat, table, view }) {
    const isHere = (one) => one === seat || this.#here.includes(one);
    const others = table.seats.filter((held) => !isHere(held.seat));
    const isAwaited = seat !== null && others.length > 0 && !view.outcome && view.to_act.some(isHere);
    const isNew = isAwaited && this.#isAwaited === false;
    if (isAwaited !== this.#isAwaited) {
      this.#began = Date.now();
      this.#name(isAwaited ? "title_turn" : "");
    }
    this.#isAwaited = isAwaited;
    clearTimeout(this.#timer);
    if (isAwaited && view.to_act.every(isHere) && others.some((held) => !held.bot)) {
      this.#timer = setTimeout(() => this.#remind(), Math.max(0, this.#began + PATIENCE - Date.now()));
    }
    if (isNew && (document.hidden || Date.now() - this.#acted > MOMENT)) this.#give("signal_turn");
  }

  #remind() {
    if (this.#began === 0) return;
    this.#began = 0; // once is enough
    this.#name("title_waited");
    this.#give("signal_waited");
  }

  #name(key) {
    document.title = key && this.#settings.on ? say(key, { title: this.#title }) : this.#title;
  }

  #give(key) {
    if (!this.#settings.on) return;
    this.#told?.classList.add("signalled");
    setTimeout(() => this.#told?.classList.remove("signalled"), 1500);
    if (this.#settings.sound) this.#ring();
    if (this.#settings.vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([60, 60, 60]);
    if (this.#settings.notice && document.hidden && CAN.notice() && Notification.permission === "granted") this.#notify(say(key));
  }

  #wake() {
    if (!CAN.sound()) return;
    this.#audio ??= new AudioContext();
    if (this.#audio.state === "suspended") this.#audio.resume();
  }

  // Two soft tones, made here: there is no file to load.
  #ring() {
    if (this.#audio?.state !== "running") return;
    for (const [hertz, after] of TONES) {
      const begins = this.#audio.currentTime + after;
      const tone = new OscillatorNode(this.#audio, { type: "sine", frequency: hertz });
      const volume = new GainNode(this.#audio, { gain: 0 });
      volume.gain.setValueAtTime(0, begins);
      volume.gain.linearRampToValueAtTime(0.16, begins + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.001, begins + 0.45);
      tone.connect(volume).connect(this.#audio.destination);
      tone.start(begins);
      tone.stop(begins + 0.5);
    }
  }

  // Whether the browser could; on some phones a page cannot notify by itself.
  #notify(sentence) {
    try {
      const icon = document.querySelector("link[rel=icon]").href;
      const notice = new Notification(this.#title, { body: sentence, icon, tag: location.pathname });
      notice.addEventListener("click", () => {
        window.focus();
        notice.close();
      });
      return true;
    } catch {
      return false;
    }
  }

  async #choose(name, isOn) {
    if (name === "notice" && isOn) {
      const isPermitted = (await Notification.requestPermission()) === "granted";
      isOn = isPermitted && this.#notify(say("signals_on"));
      if (!isOn) toast(say("notice_refused"));
    }
    this.#set(name, isOn);
    if (name === "sound" && isOn) this.#ring();
  }

  #set(name, isOn) {
    this.#settings[name] = isOn;
    localStorage.setItem(KEPT, JSON.stringify(this.#settings));
    this.#show();
  }

  #show() {
    this.#bell?.setAttribute("aria-pressed", String(this.#settings.on));
    for (const box of this.#boxes) {
      box.checked = this.#settings[box.dataset.signal];
      box.disabled = !this.#settings.on;
    }
    this.#name(this.#isAwaited ? "title_turn" : "");
  }
}

const CAN = {
  sound: () => "AudioContext" in window,
  vibration: () => "vibrate" in navigator && matchMedia("(any-pointer: coarse)").matches,
  notice: () => "Notification" in window,
};
