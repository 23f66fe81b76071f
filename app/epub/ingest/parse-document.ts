import { DOMParser } from "@xmldom/xmldom";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { namespaces } from "~/epub/xml";
import { escapeHtml } from "~/security/escape-html";

const silent = () => undefined;
const voidElements = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/**
 * Parses XML. Expands entities that the document declares itself (bounded), never external ones.
 * @throws Error if the document is not well-formed
 */
export function parseXml(text: string, mediaType = "text/xml"): Document {
  return readXml(text, mediaType, silent);
}

function readXml(text: string, mediaType: string, warned: (message: string) => void): Document {
  let fault: string | null = null;
  const note = (message: string) => {
    fault ??= message;
  };
  const parser = new DOMParser({ errorHandler: { warning: warned, error: note, fatalError: note } });
  const legal = onlyLegal(expandInternalEntities(text.replace(/^\uFEFF/, "")));
  const document = parser.parseFromString(legal, mediaType);
  if (fault !== null || !document?.documentElement) throw new Error(fault ?? "The document is empty");
  return document;
}

/** All characters outside XML 1.0, production 2. */
const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Removes characters that make browsers reject a document: stray control codes, and those that only XML 1.1 allows. */
function onlyLegal(text: string): string {
  return text.replace(illegal, "").replace(/&#(?:x([\da-f]+)|(\d+));/gi, (reference, hexadecimal, decimal) => {
    const code = hexadecimal === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hexadecimal, 16);
    return code <= 0x10ffff && String.fromCodePoint(code).replace(illegal, "") !== "" ? reference : "";
  });
}

/** Parses an XHTML document; if it is not well-formed, parses it as HTML and converts it to XHTML. */
export function parseContentDocument(text: string): Document {
  try {
    return readXml(text, "application/xhtml+xml", refuseUnclosed);
  } catch {
    return parseXml(toXhtml(text), "application/xhtml+xml");
  }
}

/** xmldom only warns about an unclosed element and closes it at its start tag, which would move its text outside. */
function refuseUnclosed(warning: string): void {
  if (warning.includes("unclosed")) throw new Error(warning);
}

/** Limits in characters and nesting levels of a document's own entities, against entity bombs; the rest is dropped. */
const maximumExpansion = 100_000;
const maximumDepth = 8;

/** Expands a document's own entities, including markup, before parsing, because xmldom does not support them. XML 1.0, section 4.4. */
function expandInternalEntities(text: string): string {
  const subset = /<!DOCTYPE[^[>]*\[([\s\S]*?)\]\s*>/.exec(text);
  if (!subset) return text;
  const declared = declaredEntities(subset[1] ?? "");
  let left = maximumExpansion;
  const expand = (part: string, depth: number): string =>
    part.replace(/<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|&([\w.-]+);/g, (whole, name: string | undefined) => {
      const value = name === undefined ? undefined : declared.get(name);
      if (value === undefined) return whole;
      left -= value.length;
      return left < 0 || depth >= maximumDepth ? "" : expand(value, depth + 1);
    });
  return expand(text.replace(subset[0], "<!DOCTYPE html>"), 0);
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

/** A self-closing element: its name and the rest before the slash. An HTML parser would treat it as open. */
const selfClosing = /<([A-Za-z][\w:.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*?)\/>/g;

function toXhtml(text: string): string {
  const closed = text.replace(selfClosing, (whole, name: string, rest: string) =>
    voidElements.has(name.toLowerCase()) ? whole : `<${name}${rest}></${name}>`,
  );
  const document = parse(closed.replace(/<\?xml[^>]*\?>/, ""));
  return document.childNodes.map((node) => serialize(node)).join("");
}

function serialize(node: DefaultTreeAdapterTypes.ChildNode): string {
  if (node.nodeName === "#text") return escapeHtml((node as DefaultTreeAdapterTypes.TextNode).value);
  if (!("tagName" in node)) return "";
  const name = node.tagName.replace(/[^\w:-]/g, "");
  const attributes = node.attrs
    .filter((item) => /^(?:epub:|xml:)?[A-Za-z_][\w.-]*$/.test(item.name) && item.name !== "xmlns")
    .map((item) => ` ${item.prefix === "xml" ? "xml:" : ""}${item.name}="${escapeHtml(item.value)}"`)
    .join("");
  const namespace =
    name === "html" || (node.namespaceURI !== namespaceOfParent(node) && node.namespaceURI)
      ? ` xmlns="${node.namespaceURI}"`
      : "";
  const prefix = name === "html" ? ` xmlns:epub="${namespaces.ops}"` : "";
  const children = "content" in node ? node.content.childNodes : node.childNodes;
  if (voidElements.has(name)) return `<${name}${namespace}${attributes}/>`;
  return `<${name}${namespace}${prefix}${attributes}>${children.map((child) => serialize(child)).join("")}</${name}>`;
}

function namespaceOfParent(node: DefaultTreeAdapterTypes.Element): string | null {
  const parent = node.parentNode;
  return parent && "namespaceURI" in parent ? parent.namespaceURI : null;
}
