import { DOMParser } from "@xmldom/xmldom";

const quiet = () => undefined;

/**
 * The root element, as far as the document can be parsed; null if there is none. Errors are ignored, because reporting
 * them is up to the reader.
 */
export function parseXml(text: string): Element | null {
  try {
    const parser = new DOMParser({ errorHandler: { warning: quiet, error: quiet, fatalError: quiet } });
    return parser.parseFromString(text, "application/xml").documentElement ?? null;
  } catch {
    return null;
  }
}

/** A percent-encoded text, or the text itself if it encodes nothing. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** All descendants with a local name, in any namespace. */
export function elementsOf(parent: Element, name: string): Element[] {
  return Array.from(parent.getElementsByTagNameNS("*", name));
}

/** Text with white space collapsed. */
export function textOf(element: Element | undefined): string {
  return (element?.textContent ?? "").replace(/\s+/g, " ").trim();
}
