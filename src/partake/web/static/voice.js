// Calling aloud with the browser's own voices, in the language of the page.

const { lang } = document.documentElement;
const engine = () => window.speechSynthesis;

export class Voice {
  // `settings` has `voice` (whether one is wanted), `speaker` (which) and `rate`; `changed()` is called when voices come
  // or go, which browsers tell late.
  constructor(settings, changed) {
    this.settings = settings;
    engine()?.addEventListener?.("voiceschanged", changed);
    // Some phones stay silent until something was said within a tap.
    addEventListener("click", () => this.settings.voice && engine()?.speak(this.#utterance("", 0)), { once: true, capture: true });
  }

  // The voices that speak the page's language, those of this device first: they need no network.
  get speakers() {
    const fits = (engine()?.getVoices() ?? []).filter((one) => one.lang.toLowerCase().replace("_", "-").split("-")[0] === lang);
    return fits.sort((a, b) => Number(b.localService) - Number(a.localService));
  }

  get isThere() {
    return this.speakers.length > 0;
  }

  // Say texts one after the other, instead of what is being said.
  say(texts, { isAsked = false } = {}) {
    if (!this.isThere || !(this.settings.voice || isAsked)) return;
    this.hush();
    for (const text of texts) engine().speak(this.#utterance(text, 1));
  }

  hush() {
    if (engine()?.speaking || engine()?.pending) engine().cancel();
  }

  #utterance(text, volume) {
    const found = this.speakers.find((one) => one.voiceURI === this.settings.speaker) ?? this.speakers[0] ?? null;
    return Object.assign(new SpeechSynthesisUtterance(text), { lang: found?.lang ?? lang, voice: found, rate: this.settings.rate, volume });
  }
}
