/**
 * Text that speech synthesis reads where there is no recorded sound. EPUB Reading Systems 3.3, media overlays, text-to-speech.
 */

/** A part of a text in one language, up to an offset in the text. */
export type SpokenPiece = { to: number; language: string };

/** `pieces`: the languages of its parts in order, if it has more than one. */
export type SpokenWords = { text: string; language: string; pieces?: readonly SpokenPiece[] };

const unspoken = new Set(["rt", "rp", "script", "style", "template", "annotation", "annotation-xml"]);
const xmlNamespace = "http://www.w3.org/XML/1998/namespace";

/** @param element null if the clip's document is missing */
export function spokenWords(element: Element | null): SpokenWords {
  if (!element) return { text: "", language: "" };
  return { text: textOf(element).replace(/\s+/g, " ").trim(), language: languageOfText(element) };
}

/** Images and formulas are read by their text alternatives; ruby annotations are not read. */
function textOf(element: Element): string {
  if (unspoken.has(element.localName)) return "";
  const alternative =
    element.getAttribute("aria-label") || element.getAttribute("alt") || element.getAttribute("alttext");
  if (alternative) return ` ${alternative} `;
  let text = "";
  for (const node of Array.from(element.childNodes)) {
    if (node.nodeType === 3) text += node.nodeValue ?? "";
    else if (node.nodeType === 1) text += textOf(node as Element);
  }
  return text;
}

/** The declared language of an element's text; empty if there is none. */
export function languageOfText(element: Element | null): string {
  for (let node: Node | null = element; node?.nodeType === 1; node = node.parentNode) {
    const at = node as Element;
    const own = at.getAttributeNS(xmlNamespace, "lang") || at.getAttribute("xml:lang") || at.getAttribute("lang");
    if (own) return own;
  }
  return "";
}
