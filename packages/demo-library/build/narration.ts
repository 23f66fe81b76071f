import type { BookFacts } from "./book-facts.ts";
import { labelsFor } from "./labels.ts";
import { splitWords } from "./sentences.ts";
import { audibleSpan, lagOf, levelOf } from "./sound.ts";
import type { Sentence, SourceDocument } from "./source.ts";
import { SourceError } from "./source-error.ts";
import type { Spoken } from "./speaker.ts";
import type { Voice } from "./voices.ts";

/** One clip of a narration, in seconds of its document's audio. `voiceBegin` and `voiceEnd` are where sound is. */
export interface Clip {
  id: string;
  begin: number;
  end: number;
  voiceBegin: number;
  voiceEnd: number;
  line: number;
  words: WordClip[];
}

/** Written words that are spoken as one, with their place in the sentence's text. Seconds of the document's audio. */
export interface WordClip {
  id: string;
  textBegin: number;
  textEnd: number;
  begin: number;
  end: number;
}

/** A document's narration: its clips without gaps between them, and its sound. */
export interface Narration {
  clips: Clip[];
  samples: Int16Array;
  rate: number;
}

/** One thing to be said, in reading order, and the rest after it. */
export interface Utterance {
  id: string;
  text: string;
  pause: number;
  sentence: Sentence | null;
  line: number;
}

const leadIn = 0.3;
const leadOut = 0.8;
/** A clip begins this much before its first sound, so that the light is on when the voice comes. */
const anticipation = 0.06;
/** No voice here says more letters in a second: what is faster has been cut off. */
const lettersPerSecond = 45;

/** What is said of a document, in order: page numbers before the sentence they stand in, or after it when they stand inside. */
export function utterancesOf(document: SourceDocument, voice: Voice): Utterance[] {
  const utterances: Utterance[] = [];
  const labels = labelsFor(document.language);
  const addSentences = (sentences: Sentence[], lastPause: number) => {
    sentences.forEach((sentence, index) => {
      if (sentence.text === "") return;
      const pages = sentence.inserts.filter((insert) => insert.kind === "page");
      const pageUtterance = (label: string): Utterance => ({
        id: `page${label}`,
        text: `${labels.page} ${label}.`,
        pause: voice.sentencePause,
        sentence: null,
        line: sentence.line,
      });
      for (const page of pages.filter(({ offset }) => offset === 0)) utterances.push(pageUtterance(page.label));
      const pause = index === sentences.length - 1 ? lastPause : voice.sentencePause;
      utterances.push({ id: sentence.id, text: sentence.text, pause, sentence, line: sentence.line });
      for (const page of pages.filter(({ offset }) => offset > 0)) utterances.push(pageUtterance(page.label));
    });
  };
  for (const block of document.blocks) {
    if (block.kind === "heading") addSentences(block.sentences, voice.headingPause);
    else if (block.kind === "paragraph" || block.kind === "footnote")
      addSentences(block.sentences, voice.paragraphPause);
    else if (block.kind === "table") {
      addSentences(block.head, voice.sentencePause);
      for (const row of block.rows) addSentences(row.cells, voice.sentencePause);
    }
  }
  return utterances;
}

/**
 * Checks that the synthesised audio can contain the sentence.
 * @throws SourceError if it is silent, ends before its last word, or is too short for the sentence's letters
 */
export function checkSpoken(utterance: Utterance, spoken: Spoken | undefined, file: string): asserts spoken is Spoken {
  const fault = (reason: string) => new SourceError(file, utterance.line, `${reason}: “${utterance.text}”`);
  if (!spoken) throw fault("the voice said nothing for the sentence");
  const { begin, end } = audibleSpan(spoken.samples);
  const seconds = (end - begin) / spoken.rate;
  const letters = utterance.text.replace(/[^\p{L}\p{N}]/gu, "").length;
  const lastWord = wordStarts(utterance.text, spoken).at(-1)?.begin ?? 0;
  if (seconds === 0) throw fault("the voice said nothing for the sentence");
  if (letters / seconds > lettersPerSecond || lastWord > seconds) {
    throw fault(`the sentence is longer than its audio (${seconds.toFixed(2)} s)`);
  }
}

/**
 * Begin of each written word as the synthesiser reported it, in seconds from the sentence's audible begin. Words that it reported
 * together become one stretch.
 */
export function wordStarts(text: string, spoken: Spoken): { textBegin: number; textEnd: number; begin: number }[] {
  const { begin } = audibleSpan(spoken.samples);
  const offset = begin / spoken.rate;
  // The synthesiser counts characters, our stretches UTF-16 units.
  const units: number[] = [];
  for (const character of text) {
    const last = units.length;
    units[last] = (units[last - 1] ?? 0) + character.length;
  }
  const unitAt = (character: number) => (character === 0 ? 0 : (units[character - 1] ?? text.length));
  const reported = spoken.words.map((word) => ({ at: unitAt(word.position), seconds: word.seconds }));
  const starts: { textBegin: number; textEnd: number; begin: number }[] = [];
  for (const word of splitWords(text)) {
    const event = reported.find(({ at }) => at >= word.begin && at < word.end);
    const previous = starts.at(-1);
    if (event || !previous) {
      starts.push({ textBegin: word.begin, textEnd: word.end, begin: Math.max(0, (event?.seconds ?? 0) - offset) });
    } else previous.textEnd = word.end;
  }
  const first = starts[0];
  if (first) first.begin = 0;
  return starts;
}

/** Seconds by which the finished sound may lie beside its clips. */
const mostLag = 0.005;

const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000;

/**
 * Lays the spoken sentences one after another with the voice's rests between them.
 * Clips touch: each lasts until the next one begins, the last until the end of the sound.
 */
export function layOut(
  utterances: Utterance[],
  spoken: Spoken[],
  highlight: BookFacts["highlight"],
  file: string,
): Narration {
  const rate = spoken[0]?.rate ?? 22_050;
  const pieces: { at: number; samples: Int16Array }[] = [];
  const clips: Clip[] = [];
  let at = leadIn;
  utterances.forEach((utterance, index) => {
    const voice = spoken[index];
    checkSpoken(utterance, voice, file);
    const { begin, end } = audibleSpan(voice.samples);
    const startSample = Math.round(at * rate);
    pieces.push({ at: startSample, samples: voice.samples.subarray(begin, end) });
    const voiceBegin = startSample / rate;
    const voiceEnd = (startSample + end - begin) / rate;
    const starts = highlight === "word" && utterance.sentence ? wordStarts(utterance.text, voice) : [];
    clips.push({
      id: utterance.id,
      begin: index === 0 ? 0 : rounded(voiceBegin - anticipation),
      end: 0,
      voiceBegin,
      voiceEnd,
      line: utterance.line,
      words: starts.map((start, wordIndex) => ({
        id: `${utterance.id}-w${wordIndex + 1}`,
        textBegin: start.textBegin,
        textEnd: start.textEnd,
        begin: rounded(voiceBegin + start.begin - (wordIndex === 0 ? anticipation : 0.02)),
        end: 0,
      })),
    });
    at = voiceEnd + (index === utterances.length - 1 ? leadOut : utterance.pause);
  });
  const samples = new Int16Array(Math.round(at * rate));
  for (const piece of pieces) samples.set(piece.samples, piece.at);
  const total = rounded(samples.length / rate);
  clips.forEach((clip, index) => {
    clip.end = clips[index + 1]?.begin ?? total;
    const [firstWord] = clip.words;
    if (firstWord) firstWord.begin = clip.begin;
    clip.words.forEach((word, wordIndex) => {
      word.end = clip.words[wordIndex + 1]?.begin ?? clip.end;
    });
  });
  return { clips, samples, rate };
}

/**
 * Holds the clips against the finished sound as a player decodes it: voice inside every clip, silence at every border
 * but for the codec's smear (seconds).
 * Throws a SourceError for the first sentence that does not fit.
 */
export function checkAgainstSound(narration: Narration, decoded: Int16Array, smear: number, file: string): void {
  const { clips, rate } = narration;
  const seconds = decoded.length / rate;
  const lag = lagOf(narration.samples, decoded, rate);
  if (Math.abs(lag) > mostLag) {
    throw new SourceError(file, clips[0]?.line ?? 1, `the sound comes ${Math.round(lag * 1000)} ms after its clips`);
  }
  for (const [index, clip] of clips.entries()) {
    const fault = (reason: string) => new SourceError(file, clip.line, `sentence ${clip.id} ${reason}`);
    if (clip.voiceEnd > seconds + 0.05) throw fault(`is longer than its audio (${seconds.toFixed(2)} s)`);
    const inside = levelOf(decoded, rate, clip.voiceBegin, clip.voiceEnd);
    if (inside < -45) throw fault(`cannot be heard (${inside.toFixed(0)} dB)`);
    const next = clips[index + 1];
    if (!next) continue;
    const border = levelOf(decoded, rate, clip.voiceEnd + smear, next.voiceBegin - smear);
    if (border > inside - 25) throw fault(`has no silence after it (${border.toFixed(0)} dB)`);
    const onset = levelOf(decoded, rate, next.voiceBegin, next.voiceBegin + 0.12);
    if (onset < border + 6) throw fault("is followed by a sentence that does not begin where its clip does");
    for (const word of clip.words) {
      if (word.end - word.begin < 0.02) throw fault(`holds the word ${word.id} of less than 20 ms`);
    }
  }
}
