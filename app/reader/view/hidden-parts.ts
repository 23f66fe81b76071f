/** `epub:type` values of parts that are hidden when they are not read aloud: the text around them is whole without them. */
const hideable = new Set(["pagebreak", "noteref", "footnote", "footnotes", "endnote", "endnotes", "rearnote"]);

/**
 * CSS that hides page marks and notes where the book marks them; the same choices as for reading aloud. Decision 109.
 * @param skipped `epub:type` values that the user leaves out
 */
export function hiddenPartsCss(skipped: readonly string[]): string {
  const selectors = skipped
    .filter((type) => hideable.has(type))
    .flatMap((type) => [`[*|type~="${type}"]`, `[role~="doc-${type}"]`]);
  return selectors.length > 0 ? `:is(${selectors.join()}){display:none!important}` : "";
}
