import { parseFragment } from "parse5";
import { escapeHtml } from "~/security/escape-html";

/** Entities of documents are expanded before parsing, since the XML parser supports neither declared ones nor those of HTML. */

/** Limits in characters and nesting levels of a document's own entities, against entity bombs; the rest is dropped. */
const maximumExpansion = 100_000;
const maximumDepth = 8;

/** Text of CDATA sections and comments, in which nothing is expanded, or an entity. */
const entities = /<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|&([A-Za-z_:][\w.:-]*);/g;

/** Expands a document's own entities, including markup. Line breaks of the document type are kept, for line numbers. XML 1.0, section 4.4. */
export function expandInternalEntities(text: string): string {
  const subset = /<!DOCTYPE[^[>]*\[([\s\S]*?)\]\s*>/.exec(text);
  if (!subset) return text;
  const declared = declaredEntities(subset[1] ?? "");
  let left = maximumExpansion;
  const expand = (part: string, depth: number): string =>
    part.replace(entities, (whole, name: string | undefined) => {
      const value = name === undefined ? undefined : declared.get(name);
      if (value === undefined) return whole;
      left -= value.length;
      return left < 0 || depth >= maximumDepth ? "" : expand(value, depth + 1);
    });
  return expand(text.replace(subset[0], `<!DOCTYPE html>${subset[0].replace(/[^\n]/g, "")}`), 0);
}

/** The first declaration of a name wins. Character references in values are replaced by their characters. */
function declaredEntities(subset: string): Map<string, string> {
  const declared = new Map<string, string>();
  const declarations = subset.replace(/<!--[\s\S]*?-->/g, "");
  for (const match of declarations.matchAll(/<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g)) {
    const name = match[1] ?? "";
    if (!declared.has(name)) declared.set(name, (match[2] ?? match[3] ?? "").replace(/&#(x?)([\da-f]+);/gi, character));
  }
  return declared;
}

function character(reference: string, isHexadecimal: string, digits: string): string {
  const code = Number.parseInt(digits, isHexadecimal ? 16 : 10);
  // `&` and `<` stay references, because as characters they would be parsed as markup.
  if (!(code > 0 && code <= 0x10ffff) || code === 0x26 || code === 0x3c) return reference;
  return String.fromCodePoint(code);
}

const ofXml = new Set(["amp", "lt", "gt", "quot", "apos"]);

/**
 * Replaces entities of HTML, like `&nbsp;`, by their characters. Unknown names stay.
 * @param found called with each replaced entity's name and its place in the text
 */
export function replaceHtmlEntities(text: string, found: (name: string, at: number) => void = () => undefined): string {
  if (!text.includes("&")) return text;
  return text.replace(entities, (whole, name: string | undefined, at: number) => {
    if (name === undefined || ofXml.has(name)) return whole;
    const characters = charactersOf(name);
    if (characters === null) return whole;
    found(name, at);
    return escapeHtml(characters);
  });
}

const known = new Map<string, string | null>();

/** The characters of an entity of HTML; null if HTML has none of this name. */
function charactersOf(name: string): string | null {
  const cached = known.get(name);
  if (cached !== undefined) return cached;
  const [node] = parseFragment(`&${name};`).childNodes;
  const value = node && "value" in node ? node.value : "";
  const characters = value === "" || value.endsWith(";") ? null : value;
  // The names come from books: the cache must not grow with them.
  if (known.size < 3000) known.set(name, characters);
  return characters;
}
