/** The content of a SMIL file: which text belongs to which part of an audio file. docs/product/reader.md#entities (Track). */

export type TrackAudio = {
  /** As in the file, unresolved. */
  src: string;
  /** The audio file, relative to the book's folder. */
  url: string;
  /** Seconds; null: from the beginning. */
  clipBegin: number | null;
  /** Seconds; null: to the end. */
  clipEnd: number | null;
  /** Seconds in the audio file at which the page turns; null: at the page's last clip. */
  turnPageAt: number | null;
  /** The audio file's folder, relative to the book's folder, with a trailing slash unless it is the book's folder itself. */
  baseMediaUrl: string;
};

/**
 * A sentence of a document that speech synthesis reads: offsets in the document's spoken text; `types` and `escapable` as
 * those of a track.
 */
export type Passage = { from: number; to: number; types: string[]; escapable: number | null };

export type TrackText = {
  srcFragmentId: string | null;
  /** The sentence or picture that speech synthesis reads. */
  passage?: Passage;
  /** The content document, relative to the book's folder. */
  srcFile: string;
};

export type Track = {
  /** Null for speech synthesis. */
  audio: TrackAudio | null;
  text: TrackText;
  /** epub:type values of the track and its ancestors. */
  types: string[];
  /** Number of the outermost table, list or similar that a listener may leave; all tracks inside share it. */
  escapable: number | null;
};
