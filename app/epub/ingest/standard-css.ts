/**
 * Maps EPUB's prefixed CSS properties to their standard names, which browsers support. EPUB 3.3, section 6.3.1.2 and appendix E.
 */

const renamed: Array<[RegExp, string]> = [
  [/-epub-text-combine-horizontal(?=\s*:)/gi, "text-combine-upright"],
  [/-epub-text-combine(?=\s*:)/gi, "text-combine-upright"],
  [/-epub-ruby-position(?=\s*:)/gi, "ruby-position"],
  [
    /-epub-(text-(?:align-last|emphasis(?:-color|-position|-style)?|orientation|transform|underline-position)|hyphens|line-break|word-break|writing-mode|fullsize-kana)(?=\s*:)/gi,
    "$1",
  ],
];

/** Rewrites the prefixed properties of a style sheet or a style attribute; everything else stays byte for byte. */
export function standardCss(css: string): string {
  if (!/-epub-/i.test(css)) return css;
  const properties = renamed.reduce((text, [from, to]) => text.replace(from, to), css);
  return properties
    .replace(/(text-transform\s*:\s*)-epub-fullwidth/gi, "$1full-width")
    .replace(/(text-orientation\s*:\s*)(rotate-right|rotate-normal|sideways-right)\b/gi, "$1sideways")
    .replace(/(text-orientation\s*:\s*)vertical-right\b/gi, "$1mixed")
    .replace(/(text-underline-position\s*:\s*)alphabetic\b/gi, "$1auto")
    .replace(/(text-combine-upright\s*:\s*)horizontal(\s+\d+)?\b/gi, "$1all");
}
