import { attribute, childElements, tokens } from "./xml";

/** Vocabulary prefixes: those that the package declares, mapped to ours. */
export type Vocabularies = ReadonlyMap<string, string>;

const vocabularyPrefixes: Record<string, string> = {
  "http://www.idpf.org/vocab/rendition/#": "rendition",
  "http://www.idpf.org/epub/vocab/overlays/#": "media",
  "http://schema.org/": "schema",
  "https://schema.org/": "schema",
  "http://purl.org/dc/terms/": "dcterms",
  "http://www.idpf.org/epub/vocab/package/a11y/#": "a11y",
};

/** Prefixes that the package declares for known vocabularies. EPUB 3.3, appendix D.1. */
export function vocabulariesOf(root: Element): Vocabularies {
  const declared = new Map<string, string>();
  for (const match of (attribute(root, "prefix") ?? "").matchAll(/([^\s:]+):\s+(\S+)/g)) {
    const known = vocabularyPrefixes[match[2] ?? ""];
    if (known) declared.set(match[1] ?? "", known);
  }
  return declared;
}

/** A property name with our prefix, if the package declares another one for its vocabulary. */
export function commonTerm(name: string, vocabularies: Vocabularies): string {
  const at = name.indexOf(":");
  const known = at > 0 ? vocabularies.get(name.slice(0, at)) : undefined;
  return known ? `${known}${name.slice(at)}` : name;
}

/** Renames the metadata's properties and link relations to our prefixes, in place. */
export function inCommonTerms(metadata: Element, vocabularies: Vocabularies): Element {
  for (const meta of childElements(metadata, "meta")) {
    const name = meta.getAttribute("property");
    if (name) meta.setAttribute("property", commonTerm(name.trim(), vocabularies));
  }
  for (const link of childElements(metadata, "link")) {
    const names = tokens(link.getAttribute("rel")).map((name) => commonTerm(name, vocabularies));
    if (names.length > 0) link.setAttribute("rel", names.join(" "));
  }
  return metadata;
}
