import type { BookFault } from "~/reader/book/book-fault";
import type { BookFrame } from "./frame";

/**
 * Why pages are shown: other documents; another page of the same documents; a document was scrolled by hand; a new
 * layout of the same place in the same documents, or in newly planned spreads (`replanned`).
 */
export type PageChangeCause = "spread" | "page" | "scrolled" | "refitted" | "replanned";

export type ViewEvents = {
  shown(cause: PageChangeCause): void;
  /** A document was opened, in the shown spread or a neighbour; called once per document to add listeners. */
  frameOpened(frame: BookFrame): void;
  /** The pictures without which the shown documents cannot be read have arrived. */
  picturesArrived(): void;
  /** The requested place failed to open, wholly or in part (`isPartShown`). */
  fault(fault: BookFault, isPartShown: boolean): void;
};
