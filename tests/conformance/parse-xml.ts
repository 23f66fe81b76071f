import { DOMParser } from "@xmldom/xmldom";

const quiet = () => undefined;

/** The root of a document as far as it can be read; null where there is none. Faults are the reader's to tell, not ours. */
export function parseXml(text: string): Element | null {
  try {
    const parser = new DOMParser({ errorHandler: { warning: quiet, error: quiet, fatalError: quiet } });
    return parser.parseFromString(text, "application/xml").documentElement ?? null;
  } catch {
    return null;
  }
}

/** All descendants of a local name, whatever their namespace. */
export function elementsOf(parent: Element, name: string): Element[] {
  return Array.from(parent.getElementsByTagNameNS("*", name));
}

/** Text with white space collapsed. */
export function textOf(element: Element | undefined): string {
  return (element?.textContent ?? "").replace(/\s+/g, " ").trim();
}
