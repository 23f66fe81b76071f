import type { BookFacts } from "./book-facts.ts";

const spoken = `.-epub-media-overlay-active {
  background-color: #ffe08a;
  color: #1c2430;
  border-radius: 0.25em;
  box-shadow: 0 0 0 0.12em #ffe08a;
  -webkit-box-decoration-break: clone;
  box-decoration-break: clone;
}
`;

const letters = `"Atkinson Hyperlegible Next", "Atkinson Hyperlegible", "Trebuchet MS", Verdana, "DejaVu Sans", sans-serif`;
const arabicLetters = `"Noto Naskh Arabic", "Geeza Pro", "Traditional Arabic", "Segoe UI", "DejaVu Sans", serif`;

/** The style sheet of a book with fixed pages, in page units. */
export function fixedStyles(facts: BookFacts): string {
  const { width, height } = facts.page ?? { width: 0, height: 0 };
  return `html, body { margin: 0; padding: 0; }
body { position: relative; width: ${width}px; height: ${height}px; overflow: hidden; background: #fbf8f3; }
main { display: block; margin: 0; }
.picture { position: absolute; left: 0; top: 0; width: ${width}px; height: ${height}px; display: block; }
.words { position: absolute; font-family: ${facts.language === "ar" ? arabicLetters : letters}; line-height: ${facts.language === "ar" ? 1.7 : 1.42}; font-weight: 500; }
.words[hidden] { display: none; }
.words p { margin: 0 0 0.45em; }
.words p:last-child { margin-bottom: 0; }
.words h1 { margin: 0 0 0.2em; font-size: 1.5em; line-height: 1.2; font-weight: 700; }
${spoken}`;
}

/** The style sheet of a book that flows. Colours and sizes are left to the reader, but for the spoken sentence. */
export function flowingStyles(): string {
  return `body { margin: 0 5%; line-height: 1.6; }
h1 { font-size: 1.5em; line-height: 1.25; margin: 1.2em 0 0.8em; break-after: avoid; }
p { margin: 0 0 0.8em; orphans: 2; widows: 2; }
figure { margin: 1em 0 1.4em; text-align: center; break-inside: avoid; }
img { max-width: 100%; max-height: 90vh; height: auto; border-radius: 12px; }
h1.cover { margin: 0; text-align: center; }
.cover img { max-height: 95vh; }
aside { margin: 0 0 1em; padding-inline-start: 1em; border-inline-start: 0.2em solid #0b6e6e; font-size: 0.9em; }
aside p { margin: 0; }
a[role="doc-noteref"] { vertical-align: super; font-size: 0.75em; line-height: 1; padding: 0 0.25em; color: #0b6e6e; }
table { border-collapse: collapse; margin: 1em 0; width: 100%; }
th, td { border-bottom: 1px solid #8a8f98; padding: 0.45em 0.6em; text-align: start; vertical-align: top; }
nav ol { line-height: 1.9; }
${spoken}`;
}
