/** A place in the book that the view can show. */
export type Place = {
  /** Spine index. */
  item: number;
  at:
    | { kind: "start" }
    | { kind: "end" }
    /** An element's id in the document. */
    | { kind: "id"; id: string }
    /** The steps into a document of a canonical fragment identifier, e.g. `/4/2/1:512`. */
    | { kind: "cfi"; steps: string }
    /** How far into the document, 0 to 1. */
    | { kind: "fraction"; fraction: number };
};
