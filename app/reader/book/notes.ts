/** Footnotes that open over the page instead of navigating away from it. EPUB 3, structural semantics: noteref, footnote. */

/** A note's text, with the language and direction needed to render it. */
export type Note = { text: string; language: string | null; direction: string | null };

const epubOps = "http://www.idpf.org/2007/ops";
const noteTypes = new Set(["footnote", "endnote", "rearnote", "note"]);
const noteRoles = new Set(["doc-footnote", "doc-endnote"]);

function typesOf(element: Element): string[] {
  return (element.getAttributeNS(epubOps, "type") ?? "").split(/\s+/);
}

/** Whether a link is a note reference. */
export function callsNote(link: Element): boolean {
  return typesOf(link).includes("noteref") || link.getAttribute("role") === "doc-noteref";
}

/** The note with this id in a document; null if the element is not a note. */
export function noteIn(content: Document, id: string, isCalled: boolean): Note | null {
  const element = content.getElementById(id);
  if (!element) return null;
  const isNote =
    typesOf(element).some((type) => noteTypes.has(type)) || noteRoles.has(element.getAttribute("role") ?? "");
  const text = (element.textContent ?? "").replace(/\s+/g, " ").trim();
  if (text === "" || !(isNote || isCalled)) return null;
  const around = (name: string) => element.closest(`[${name}]`)?.getAttribute(name) ?? null;
  return { text, language: around("lang"), direction: around("dir") };
}
