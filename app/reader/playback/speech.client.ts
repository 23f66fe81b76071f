import type { SpokenWords } from "./spoken-words";

/** Speech synthesis, for text without audio (EPUB 3, Media Overlays: text-to-speech). */
export class Speech {
  private utterance: SpeechSynthesisUtterance | null = null;
  private request = 0;

  /** Speaks text and calls `ended` once; without any voice, after the time that reading takes. */
  speak(words: SpokenWords, settings: { rate: number; volume: number }, ended: () => void): void {
    this.stop();
    const synthesis = window.speechSynthesis as SpeechSynthesis | undefined;
    if (!synthesis || words.text === "") {
      this.readSilently(words.text, settings.rate, ended);
      return;
    }
    const request = this.request;
    void voicesOf(synthesis).then((voices) => {
      if (request !== this.request) return;
      if (voices.length > 0) this.utter(synthesis, words, settings, ended);
      else this.readSilently(words.text, settings.rate, ended);
    });
  }

  private utter(
    synthesis: SpeechSynthesis,
    words: SpokenWords,
    settings: { rate: number; volume: number },
    ended: () => void,
  ): void {
    const utterance = new SpeechSynthesisUtterance(words.text);
    utterance.lang = words.language;
    utterance.rate = settings.rate;
    utterance.volume = settings.volume;
    const finish = () => {
      if (this.utterance !== utterance) return;
      this.utterance = null;
      ended();
    };
    utterance.onend = finish;
    utterance.onerror = finish;
    this.utterance = utterance;
    synthesis.speak(utterance);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.request += 1;
    this.utterance = null;
    window.speechSynthesis?.cancel();
  }

  private timer: ReturnType<typeof setTimeout> | undefined;

  /** About fifteen letters a second. */
  private readSilently(text: string, rate: number, ended: () => void): void {
    this.timer = setTimeout(ended, Math.min(8000, 300 + (text.length * 66) / rate));
  }
}

/** Milliseconds to wait for voices: browsers load them on first use and fire an event; some never have any. */
const voicesTimeLimit = 500;

function voicesOf(synthesis: SpeechSynthesis): Promise<SpeechSynthesisVoice[]> {
  const voices = synthesis.getVoices();
  if (voices.length > 0) return Promise.resolve(voices);
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      synthesis.removeEventListener("voiceschanged", done);
      resolve(synthesis.getVoices());
    };
    const timer = setTimeout(done, voicesTimeLimit);
    synthesis.addEventListener("voiceschanged", done);
  });
}
