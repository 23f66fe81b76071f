/** The font file of a reader's own, which this browser keeps. */
export type OwnFont = { name: string; data: ArrayBuffer };

/** Why a file was not accepted; a key of the texts `comfort.own_font`. */
export type FontFault = "too_large" | "not_a_font" | "not_stored";

/** One person's font in this browser. Without storage there is none. */
export type OwnFontStore = {
  find(): Promise<OwnFont | null>;
  /** Keeps a file instead of the one before. @returns why it can't be used; null if it is kept */
  keep(file: File): Promise<FontFault | null>;
  remove(): Promise<void>;
};
