import { escapeHtml } from "~/security/escape-html";
import { type MarkedSentence, markWords, type SpokenWord } from "./mark-sentences";
import { audiblePart, type Sound } from "./sound";

/** What a voice made of a sentence: its sound, and the begins of its words if the voice says them. */
export type SpokenSentence = { sound: Sound; words: readonly SpokenWord[] };

/** A stretch of a document's sound in seconds, for an element of the document. */
type Clip = { id: string; begin: number; end: number };

type SentenceClip = Clip & { types: readonly string[]; words: readonly Clip[] };

export type Narration = { sound: Sound; clips: SentenceClip[] };

/** Rests in seconds. */
const pauses = { begin: 0.15, sentence: 0.35, block: 0.7, end: 0.6 };

/**
 * Lays a document's spoken sentences one after another, with rests between them, and marks the words that the voice named. Each clip lasts
 * until the next one begins.
 * @throws Error if the sounds differ in their rate
 */
export function narrationOf(sentences: readonly MarkedSentence[], spoken: readonly SpokenSentence[]): Narration {
  const rate = spoken[0]?.sound.rate ?? 22_050;
  const samplesOf = (seconds: number) => Math.round(seconds * rate);
  const pieces: Array<{ at: number; samples: Int16Array }> = [];
  const clips: SentenceClip[] = [];
  let at = samplesOf(pauses.begin);
  sentences.forEach((sentence, index) => {
    const { sound, words } = spoken[index] ?? { sound: { rate, samples: new Int16Array(0) }, words: [] };
    if (sound.rate !== rate) throw new Error(`sounds of ${rate} and ${sound.rate} samples a second`);
    const { begin, end } = audiblePart(sound) ?? { begin: 0, end: sound.samples.length };
    pieces.push({ at, samples: sound.samples.subarray(begin, end) });
    const length = (end - begin) / rate;
    const heard = words.map((word) => ({ ...word, seconds: Math.max(0, word.seconds - begin / rate) }));
    const marked = markWords(
      sentence,
      heard.filter(({ seconds }) => seconds < length),
    );
    const start = index === 0 ? 0 : at / rate;
    clips.push({
      id: sentence.id,
      begin: start,
      end: 0,
      types: sentence.types,
      words: marked.map((word, place) => ({
        id: word.id,
        begin: place === 0 ? start : at / rate + word.seconds,
        end: 0,
      })),
    });
    const isLast = index === sentences.length - 1;
    at += end - begin + samplesOf(isLast ? pauses.end : sentence.endsBlock ? pauses.block : pauses.sentence);
  });
  const samples = new Int16Array(sentences.length === 0 ? 0 : at);
  for (const piece of pieces) samples.set(piece.samples, piece.at);
  return { sound: { rate, samples }, clips: closed(clips, samples.length / rate) };
}

function closed(clips: readonly SentenceClip[], total: number): SentenceClip[] {
  return clips.map((clip, index) => {
    const end = clips[index + 1]?.begin ?? total;
    const words = clip.words.map((word, place) => ({ ...word, end: clip.words[place + 1]?.begin ?? end }));
    return { ...clip, end, words };
  });
}

/** The SMIL of a narrated document. @param textHref, soundHref addresses relative to the SMIL's folder */
export function overlayOf({ clips }: Narration, textHref: string, soundHref: string): string {
  const text = escapeHtml(textHref);
  const sound = escapeHtml(soundHref);
  const typed = (types: readonly string[]) => (types.length > 0 ? ` epub:type="${escapeHtml(types.join(" "))}"` : "");
  const par = ({ id, begin, end }: Clip, types: readonly string[] = []) =>
    `<par id="par-${id}"${typed(types)}><text src="${text}#${id}"/><audio src="${sound}" clipBegin="${begin.toFixed(3)}s" clipEnd="${end.toFixed(3)}s"/></par>`;
  const lines = clips.map((clip) =>
    clip.words.length === 0
      ? par(clip, clip.types)
      : `<seq id="seq-${clip.id}" epub:textref="${text}#${clip.id}"${typed(clip.types)}>${clip.words.map((word) => par(word)).join("")}</seq>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0"><body>
${lines.join("\n")}
</body></smil>
`;
}
