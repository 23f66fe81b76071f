import { localNameOf, namespaces } from "./xml";

/** `epub:type` values of elements that books often mark by the element alone. */
const typesByName: Readonly<Record<string, string>> = {
  table: "table",
  figure: "figure",
  aside: "aside",
  ul: "list",
  ol: "list",
  dl: "list",
};

/** The `epub:type` values of an element; DPUB-ARIA roles (`doc-footnote`) and elements of the same meaning count as such. */
export function typesOfElement(element: Element): string[] {
  const own = (element.getAttributeNS(namespaces.ops, "type") ?? element.getAttribute("epub:type") ?? "").split(/\s+/);
  const roles = (element.getAttribute("role") ?? "").split(/\s+/);
  const named = typesByName[localNameOf(element).toLowerCase()];
  const types = [...own, ...roles.filter((role) => role.startsWith("doc-")).map((role) => role.slice(4)), named ?? ""];
  return [...new Set(types)].filter((type) => type !== "");
}

/** Structures that a listener may leave before their end. EPUB 3.3, media overlays, escapability. */
export const escapableTypes: ReadonlySet<string> = new Set([
  "table",
  "table-row",
  "table-cell",
  "list",
  "list-item",
  "figure",
  "aside",
]);
