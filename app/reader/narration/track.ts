/** The content of a SMIL file: which text belongs to which part of a sound file. docs/product/reader.md#entities (Track). */

export type TrackAudio = {
  /** As written in the file. */
  src: string;
  /** The audio file, relative to the book's folder. */
  url: string;
  /** Seconds; null: from the beginning. */
  clipBegin: number | null;
  /** Seconds; null: to the end. */
  clipEnd: number | null;
  /** Seconds in the audio file at which the page turns; null: at the page's last clip. */
  turnPageAt: number | null;
  /** The audio file's folder, relative to the book's folder, with a slash at its end unless it is the book's folder itself. */
  baseMediaUrl: string;
};

export type TrackText = {
  srcFragmentId: string | null;
  /** The content document, relative to the book's folder. */
  srcFile: string;
};

export type Track = {
  /** Null where the words are for the browser's own voice. */
  audio: TrackAudio | null;
  text: TrackText;
  /** epub:type values of the track and of everything around it. */
  types: string[];
  /** Names the outermost table, list or the like that a listener may leave; tracks inside it share the number. */
  escapable: number | null;
};
