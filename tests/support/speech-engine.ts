/** How a browser's speech engine behaves. */
export type SpeechEngineOptions = {
  voices: Array<{ name: string; lang: string; localService?: boolean }>;
  /** Reports the words it speaks. */
  reportsWords?: boolean;
  /** Milliseconds after which it falls silent without an event, as Chrome's voices of a server do after 14 seconds. */
  stopsAfter?: number;
  /** Refuses every text, as an engine without its data does. */
  isBroken?: boolean;
  /** Milliseconds that a word takes at normal speed. */
  wordLength?: number;
};

/**
 * Replaces the speech engine of a window. It speaks without sound, but with the events and the faults of real ones; what it
 * was given is in `window.spokenTexts`, the words it has reported with their times in `window.reportedWords`. Runs in the page: it uses nothing from outside.
 */
export function installSpeechEngine({
  voices,
  reportsWords = true,
  stopsAfter = Number.POSITIVE_INFINITY,
  isBroken = false,
  wordLength = 40,
}: SpeechEngineOptions): void {
  class Utterance {
    lang = "";
    voice: { name: string } | null = null;
    rate = 1;
    volume = 1;
    onstart: (() => void) | null = null;
    onend: (() => void) | null = null;
    onerror: ((event: { error: string }) => void) | null = null;
    onboundary: ((event: { name: string; charIndex: number; charLength: number }) => void) | null = null;
    constructor(readonly text: string) {}
  }
  type Spoken = { text: string; voice: string; rate: number; volume: number };
  const spokenTexts: Spoken[] = [];
  const reportedWords: Array<{ word: string; now: number }> = [];
  const engineVoices = voices.map((voice) => ({
    localService: true,
    default: false,
    voiceURI: `urn:${voice.name}`,
    ...voice,
  }));
  let timers: Array<ReturnType<typeof setTimeout>> = [];
  let current: Utterance | null = null;
  const later = (milliseconds: number, work: () => void) => {
    if (milliseconds <= stopsAfter) timers.push(setTimeout(work, milliseconds));
  };
  const speechSynthesis = Object.assign(new EventTarget(), {
    getVoices: () => engineVoices,
    resume: () => undefined,
    speak(utterance: Utterance) {
      current = utterance;
      const { text, voice, rate, volume } = utterance;
      spokenTexts.push({ text, voice: voice?.name ?? "", rate, volume });
      if (isBroken) {
        later(10, () => utterance.onerror?.({ error: "synthesis-failed" }));
        return;
      }
      const words = Array.from(text.matchAll(/\S+/g));
      later(0, () => utterance.onstart?.());
      words.forEach((word, index) => {
        const event = { name: "word", charIndex: word.index, charLength: word[0].length };
        const report = () => {
          reportedWords.push({ word: word[0], now: performance.now() });
          utterance.onboundary?.(event);
        };
        if (reportsWords) later((index * wordLength) / rate, report);
      });
      later((words.length * wordLength) / rate, () => {
        current = null;
        utterance.onend?.();
      });
    },
    cancel() {
      for (const timer of timers) clearTimeout(timer);
      timers = [];
      const stopped = current;
      current = null;
      stopped?.onerror?.({ error: "interrupted" });
    },
  });
  const globals = { speechSynthesis, SpeechSynthesisUtterance: Utterance, spokenTexts, reportedWords };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(window, name, { value, configurable: true, writable: true });
  }
}
