/** A place in the book that the view can show. */
export type Place = {
  /** Spine index. */
  item: number;
  at:
    | { kind: "start" }
    | { kind: "end" }
    /** An element's id in the document. */
    | { kind: "id"; id: string }
    /** An EPUB canonical fragment identifier, e.g. `epubcfi(/6/4!/4/2/1:512)`. */
    | { kind: "cfi"; cfi: string }
    /** Letters of the document's text, as a search finds them. */
    | { kind: "letters"; from: number; to: number }
    /** Pages or scrolled length before it as a part of the document's, 0 to 1; the form that marks are stored in. */
    | { kind: "fraction"; fraction: number };
};
