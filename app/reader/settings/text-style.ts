/**
 * Bold and plain text in reflowable books: some read bold letters best, others only text without bold, italics and
 * underlining. docs/product/reader.md#comfort.
 */
export const textStyles = ["book", "bold", "plain"] as const;
export type TextStyle = (typeof textStyles)[number];

/** Parses a stored value. */
export function readTextStyle(stored: unknown): TextStyle {
  return textStyles.find((one) => one === stored) ?? "book";
}

const kept = "math,math *,svg,svg *,rt,rp";
const headings = "h1,h2,h3,h4,h5,h6,th";

/** CSS for a reflowable document; empty for the book's own style. Headings stay bold, and links underlined. */
export function textStyleCss(style: TextStyle): string {
  if (style === "bold") return `:is(body,body :not(${kept})){font-weight:700!important}`;
  if (style === "book") return "";
  return (
    `body :not(${kept}){font-style:normal!important}` +
    `body :not(${kept},:is(${headings}),:is(${headings}) *){font-weight:400!important}` +
    `body :not(${kept},a,a *){text-decoration:none!important}`
  );
}
