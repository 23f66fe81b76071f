import { markedParts } from "./matched-values";

/** A text with the words of the search marked. */
export function MarkedText({ q, text }: { q: string; text: string }) {
  return markedParts(q, text).map(({ text: part, isMatch }, place) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
      <mark key={place} className="bg-warning-tint text-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
