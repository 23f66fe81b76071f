/** The browser's own voice, for words that have no sound (EPUB 3, Media Overlays: text-to-speech). */
export class Speech {
  private utterance: SpeechSynthesisUtterance | null = null;

  /**
   * Speaks a text; `ended` comes once, also where the browser has no voice at all, then after the time that reading takes.
   */
  speak(text: string, language: string, settings: { rate: number; volume: number }, ended: () => void): void {
    this.stop();
    const synthesis = window.speechSynthesis as SpeechSynthesis | undefined;
    if (!synthesis || text.trim() === "" || synthesis.getVoices().length === 0) {
      this.readSilently(text, settings.rate, ended);
      return;
    }
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = language;
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
    this.utterance = null;
    window.speechSynthesis?.cancel();
  }

  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Some fifteen letters a second. */
  private readSilently(text: string, rate: number, ended: () => void): void {
    this.timer = setTimeout(ended, Math.min(8000, 300 + (text.trim().length * 66) / rate));
  }
}
