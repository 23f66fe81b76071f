import { cfiOf, rangeOfCfi } from "~/reader/book/cfi";
import { spineItemOf } from "~/reader/book/places";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import { rangeOfText } from "~/reader/view/document-text";
import type { LedPlace } from "~/services/contracts/led-readings";

/** Places of a led reading: texts, since screens of other sizes have other pages. Decision 106. */

type Reader = Pick<ReaderController, "book" | "view" | "jump">;

/** The place that a screen shows; null while it shows none. */
export function ledPlaceOf({ view }: Pick<Reader, "view">): LedPlace | null {
  const item = view.items[0];
  if (!item) return null;
  const { at } = view.topOfPage;
  const content = frameOf(view, item.index)?.document;
  const range = at.kind === "letters" && content ? rangeOfText(content, at.from, at.to) : null;
  const cfi = at.kind === "cfi" ? at.cfi : range && cfiOf(range, item.index);
  return { source: item.href, cfi, progression: Math.min(1, Math.max(0, view.fraction)) };
}

/** Shows a place, unless its text is on the shown page already. A text that is hidden here, such as one in another language, has a fraction. */
export async function showLedPlace(reader: Reader, { source, cfi, progression }: LedPlace): Promise<void> {
  const { view, book } = reader;
  const item = spineItemOf(book, source);
  if (!item || isShown(view, item.index, cfi)) return;
  await reader.jump({ item: item.index, at: cfi === null ? { kind: "start" } : { kind: "cfi", cfi } });
  const frame = frameOf(view, item.index);
  if (cfi === null || !frame || textOf(frame.document, cfi)) return;
  await reader.jump({ item: item.index, at: { kind: "fraction", fraction: progression } });
}

function isShown(view: Reader["view"], index: number, cfi: string | null): boolean {
  const frame = frameOf(view, index);
  if (!frame) return false;
  if (frame.item.layout === "pre-paginated") return true;
  const text = cfi === null ? null : textOf(frame.document, cfi);
  return text !== null && view.isVisible(text);
}

function frameOf({ frames }: Pick<Reader["view"], "frames">, index: number) {
  return frames.find(({ item }) => item.index === index);
}

/** The text of a CFI, if it is drawn. */
function textOf(content: Document, cfi: string): Range | null {
  const range = rangeOfCfi(content, cfi);
  return range && range.getClientRects().length > 0 ? range : null;
}
