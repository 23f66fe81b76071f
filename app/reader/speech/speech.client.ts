import { partsToSpeak } from "./spoken-parts";
import type { SpokenPiece, SpokenWords } from "./spoken-words";

export type SpeechSettings = { rate: number; volume: number };

/** What happens while a text is spoken. */
export type SpeechEvents = {
  /** The text was spoken to its end. */
  ended(): void;
  /** A word begins; offsets in the text. Only from engines that report words. */
  wordReached?(from: number, to: number): void;
  /** The engine refused or broke down, or was silent for too long. */
  failed?(): void;
};

type Spoken = { words: SpokenWords; settings: SpeechSettings; events: SpeechEvents };

/** Milliseconds that an engine may take before its first word; voices of a server take longest. */
const startLimit = 5000;
/** Milliseconds a letter at normal speed, about three times as slow as people listen. An engine without a sign of life for so long has stopped. */
const letterLimit = 200;

/**
 * Speech synthesis by the browser, for text without audio (EPUB 3, Media Overlays: text-to-speech; decision 101). A
 * text is spoken in parts, because voices of a server stop after about 14 seconds, some of them without an event.
 */
export class Speech {
  private utterance: SpeechSynthesisUtterance | null = null;
  private spoken: Spoken | null = null;
  /** Offset in the text of the word that is being spoken. */
  private at = 0;
  private request = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param voice the voice to read a language with, empty: the book's; null: one of the device for the language */
  constructor(private readonly voice: (language: string) => SpeechSynthesisVoice | null = () => null) {}

  /** Speaks text and calls `ended` once; without any voice, after the time that reading takes. */
  speak(words: SpokenWords, settings: SpeechSettings, events: SpeechEvents): void {
    this.stop();
    this.spoken = { words, settings, events };
    this.at = 0;
    const synthesis = window.speechSynthesis as SpeechSynthesis | undefined;
    if (!synthesis || words.text === "") {
      this.readSilently(words.text, settings.rate, events);
      return;
    }
    const { request } = this;
    void voicesOf(synthesis).then((voices) => {
      if (request !== this.request) return;
      if (this.voiceFor(words.language, voices)) this.speakFrom(synthesis, 0);
      else this.readSilently(words.text, settings.rate, events);
    });
  }

  /** Goes on from the last word with another rate, volume or voice. */
  change(settings: SpeechSettings): void {
    const { spoken, utterance } = this;
    if (!spoken || !utterance) return;
    if (spoken.settings.rate === settings.rate && spoken.settings.volume === settings.volume) {
      const { language } = pieceAt(spoken.words, this.at);
      if (utterance.voice === this.voiceFor(language, window.speechSynthesis.getVoices())) return;
    }
    const from = this.at;
    this.silence();
    this.spoken = { ...spoken, settings };
    this.speakFrom(window.speechSynthesis, from);
  }

  /** The engine's own choice could send the text to a server, which nobody was asked about. */
  private voiceFor(language: string, voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | null {
    const primary = language.toLowerCase().split("-")[0] ?? "";
    const ofDevice = voices.filter(({ localService }) => localService);
    const fitting = ofDevice.find(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === primary);
    return this.voice(language) ?? fitting ?? (primary === "" ? (ofDevice[0] ?? null) : null);
  }

  stop(): void {
    this.spoken = null;
    this.silence();
  }

  private silence(): void {
    clearTimeout(this.timer);
    this.request += 1;
    this.utterance = null;
    window.speechSynthesis?.cancel();
  }

  /** Speaks the rest of the text from an offset on, part by part. */
  private speakFrom(synthesis: SpeechSynthesis, from: number): void {
    const { spoken } = this;
    if (!spoken) return;
    const { text } = spoken.words;
    const voices = synthesis.getVoices();
    const { language } = pieceAt(spoken.words, from);
    const voice = this.voiceFor(language, voices);
    const to = endOfPieces(spoken.words, from, (other) => this.voiceFor(other, voices) === voice);
    const [part] = partsToSpeak(text.slice(0, to), from, voice !== null && !voice.localService);
    if (!part) {
      if (to < text.length) this.speakFrom(synthesis, to);
      else this.finish();
      return;
    }
    const utterance = new SpeechSynthesisUtterance(part.text);
    utterance.lang = voice?.lang || language;
    utterance.voice = voice;
    utterance.rate = spoken.settings.rate;
    utterance.volume = spoken.settings.volume;
    const isOwn = () => this.utterance === utterance;
    utterance.onstart = () => isOwn() && this.watch(part.text.length, spoken.settings.rate);
    utterance.onboundary = ({ name, charIndex, charLength }) => {
      if (!isOwn() || (name !== undefined && name !== "word")) return;
      this.at = part.from + charIndex;
      const length = charLength || /^[\p{L}\p{N}’'-]+/u.exec(part.text.slice(charIndex))?.[0].length || 0;
      if (length > 0) spoken.events.wordReached?.(this.at, this.at + length);
      this.watch(part.text.length - charIndex, spoken.settings.rate);
    };
    utterance.onend = () => isOwn() && this.speakFrom(synthesis, part.to);
    utterance.onerror = () => isOwn() && this.fail();
    this.at = part.from;
    this.utterance = utterance;
    // An engine that was paused by another page stays so.
    synthesis.resume();
    synthesis.speak(utterance);
    this.watch(part.text.length, spoken.settings.rate);
  }

  /** Some engines stop in the middle and report nothing. */
  private watch(letters: number, rate: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fail(), startLimit + (letters * letterLimit) / rate);
  }

  private finish(): void {
    const { spoken } = this;
    this.spoken = null;
    this.silenceTimer();
    spoken?.events.ended();
  }

  private fail(): void {
    const { spoken } = this;
    this.stop();
    (spoken?.events.failed ?? spoken?.events.ended)?.();
  }

  private silenceTimer(): void {
    clearTimeout(this.timer);
    this.utterance = null;
  }

  /** About fifteen letters a second. */
  private readSilently(text: string, rate: number, { ended }: SpeechEvents): void {
    this.timer = setTimeout(ended, Math.min(8000, 300 + (text.length * 66) / rate));
  }
}

/** The language at an offset of a text, and the offset up to which it goes on. */
function pieceAt({ text, language, pieces }: SpokenWords, at: number): SpokenPiece {
  return pieces?.find(({ to }) => at < to) ?? { to: text.length, language };
}

/** The offset up to which the pieces from an offset on are spoken without a stop: those that the same voice speaks. */
function endOfPieces({ text, pieces = [] }: SpokenWords, at: number, isSame: (language: string) => boolean): number {
  const ahead = pieces.filter(({ to }) => at < to);
  const other = ahead.findIndex(({ language }) => !isSame(language));
  return ahead[other - 1]?.to ?? text.length;
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
