import { searchHighlight } from "./frame-style";

/** Highlights a search result without modifying the book's document. */
let unmark: (() => void) | null = null;

export function markMatch(range: Range): void {
  clearMatch();
  const view = range.startContainer.ownerDocument?.defaultView as (Window & typeof globalThis) | null | undefined;
  if (!view) return;
  const highlights = view.CSS?.highlights;
  if (highlights && "Highlight" in view) {
    highlights.set(searchHighlight, new view.Highlight(range));
    unmark = () => highlights.delete(searchHighlight);
    return;
  }
  // Browsers without the Custom Highlight API show it as a selection.
  const selection = view.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  unmark = () => view.getSelection()?.removeAllRanges();
}

export function clearMatch(): void {
  unmark?.();
  unmark = null;
}
