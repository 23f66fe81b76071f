/** A place in the book that the view can show. */
export type BookPlace = {
  /** Spine index. */
  item: number;
  at:
    | { kind: "start" }
    | { kind: "end" }
    /** An element's id in the document. */
    | { kind: "id"; id: string }
    /** An EPUB canonical fragment identifier, e.g. `epubcfi(/6/4!/4/2/1:512)`. */
    | { kind: "cfi"; cfi: string }
    /** Offsets in the document's text, as used by the search. */
    | { kind: "letters"; from: number; to: number }
    /** Fraction of the document's pages or scroll length before it, 0 to 1; the form in which positions are stored. */
    | { kind: "fraction"; fraction: number };
};
