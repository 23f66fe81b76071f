import { DOMParser } from "@xmldom/xmldom";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { childElements, localNameOf, namespaces } from "~/epub/xml";
import { escapeHtml } from "~/security/escape-html";
import { expandInternalEntities, replaceHtmlEntities } from "./entities";
import { type MarkupFault, markupFault } from "./markup-fault";

const silent = () => undefined;
const voidElements = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/**
 * Parses XML. Expands entities that the document declares itself (bounded) and those of HTML, never external ones.
 * @throws Error if the document is not well-formed
 */
export function parseXml(text: string, mediaType = "text/xml"): Document {
  let fault: string | null = null;
  const note = (message: string) => {
    fault ??= message;
  };
  const document = readXml(readable(text), mediaType, note);
  if (fault !== null || !document?.documentElement) throw new Error(fault ?? "The document is empty");
  return document;
}

/** The first fault of an XML file that is not a content document; null if browsers can parse it. */
export function xmlFault(text: string): MarkupFault | null {
  return markupFault(readable(text));
}

/**
 * Parses XML that is not well-formed as far as it can be read: a bare `&` in its metadata should not lose a book.
 * @returns null if there is no element at all
 */
export function parseXmlLeniently(text: string): Document | null {
  try {
    const bare = /&(?!(?:#\d+|#x[\da-f]+|[a-z][\w.-]*);)/gi;
    const document = readXml(withPrefixes(readable(text).replace(bare, "&amp;")), "text/xml", silent);
    return document?.documentElement ? document : null;
  } catch {
    return null;
  }
}

/** Namespaces of prefixes that some programs use without declaring them. */
const knownPrefixes: Record<string, string> = {
  epub: namespaces.ops,
  dc: namespaces.dc,
  opf: namespaces.opf,
  svg: namespaces.svg,
  xlink: "http://www.w3.org/1999/xlink",
  m: "http://www.w3.org/1998/Math/MathML",
  mml: "http://www.w3.org/1998/Math/MathML",
  xsi: "http://www.w3.org/2001/XMLSchema-instance",
};

/** Declares known prefixes at the root that the document uses without declaring them anywhere. */
function withPrefixes(source: string): string {
  const missing = Object.entries(knownPrefixes).filter(
    ([prefix]) =>
      new RegExp(`[<\\s]${prefix}:[A-Za-z]`).test(source) && !new RegExp(`\\sxmlns:${prefix}\\s*=`).test(source),
  );
  const start = rootStart(source);
  const name = /^<[^\s/>]+/.exec(source.slice(start, start + 200))?.[0];
  if (missing.length === 0 || name === undefined) return source;
  const at = start + name.length;
  return source.slice(0, at) + missing.map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`).join("") + source.slice(at);
}

function readXml(text: string, mediaType: string, note: (message: string) => void): Document {
  const parser = new DOMParser({ errorHandler: { warning: silent, error: note, fatalError: note } });
  return parser.parseFromString(text, mediaType);
}

function readable(text: string): string {
  return replaceHtmlEntities(onlyLegal(expandInternalEntities(withoutDeclaration(text))));
}

/** Without byte order mark, leading white space and XML declaration, which must come first. Line breaks are kept. */
function withoutDeclaration(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/^\uFEFF?\s*(?:<\?xml\s[^>]*\?>)?/, (beginning) => beginning.replace(/[^\n]/g, ""));
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

/**
 * Parses a content document to XHTML with a head and a body. A document that browsers would not read as XHTML (not well-formed, without
 * namespace, in capital letters, with another root) is parsed as HTML and converted.
 * @param report called with the first fault of the document
 * @throws Error if the document is empty, or cannot be shown even then, like a frame set
 */
export function parseContentDocument(text: string, report: (fault: MarkupFault) => void = silent): Document {
  const expanded = onlyLegal(expandInternalEntities(withoutDeclaration(text)));
  if (expanded.trim() === "") throw new Error("The document is empty");
  let undeclared: MarkupFault | null = null;
  const source = replaceHtmlEntities(expanded, (name, at) => {
    undeclared ??= { kind: "entity", line: lineAt(expanded, at), detail: `&${name};` };
  });
  // The document type of XHTML declares the entities of HTML.
  const declaresThem = /<!DOCTYPE\s+html\s+(?:PUBLIC|SYSTEM)\b/i.test(expanded.slice(0, 2000));
  const { fault, document } = asXhtml(source);
  const first = fault ?? (declaresThem ? null : undeclared);
  if (first) report(first);
  const result = document ?? parseXml(toXhtml(source), "application/xhtml+xml");
  if (!isXhtmlPage(result)) throw new Error("The document has no body");
  return result;
}

/** @returns the document unless it must be read as HTML, and the first fault even if it was repaired without that */
function asXhtml(source: string): { fault: MarkupFault | null; document: Document | null } {
  const fault = markupFault(source);
  if (fault?.kind === "prefix") {
    const declared = withPrefixes(source);
    if (declared !== source) return { fault, document: asXhtml(declared).document };
  }
  if (fault) return { fault, document: null };
  const document = parseXml(source, "application/xhtml+xml");
  if (isXhtmlPage(document) && !/<[A-Z][A-Z0-9]*[\s/>]/.test(source)) return { fault: null, document };
  const at = rootStart(source);
  const line = lineAt(source, at);
  const named = withNamespace(source, at);
  if (named && isXhtmlPage(named)) return { fault: { kind: "no-namespace", line, detail: null }, document: named };
  return { fault: { kind: "not-xhtml", line, detail: null }, document: null };
}

/** Comments, processing instructions, document type and white space before the root element. */
const prologue = /\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<![A-Z][^>]*>/y;
const htmlTag = /<html(?=[\s>])((?:[^<>"']|"[^"]*"|'[^']*')*)>/y;

function rootStart(source: string): number {
  let at = 0;
  do {
    prologue.lastIndex = at;
    at += prologue.exec(source)?.[0].length ?? 0;
  } while (prologue.lastIndex > 0 && at < source.length);
  return at;
}

/** The document with the namespace of XHTML; null if its root is not `html`. */
function withNamespace(source: string, at: number): Document | null {
  htmlTag.lastIndex = at;
  const tag = htmlTag.exec(source);
  if (!tag) return null;
  const others = (tag[1] ?? "").replace(/\sxmlns\s*=\s*(?:"[^"]*"|'[^']*')/, "");
  const start = `<html xmlns="${namespaces.xhtml}"${others}>`;
  return parseXml(source.slice(0, at) + start + source.slice(at + tag[0].length), "application/xhtml+xml");
}

function isXhtmlPage(document: Document): boolean {
  const root = document.documentElement;
  if (!root || localNameOf(root) !== "html" || root.namespaceURI !== namespaces.xhtml) return false;
  return childElements(root, "body").some((body) => body.namespaceURI === namespaces.xhtml);
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

/** A self-closing element: its name and the rest before the slash. An HTML parser would treat it as open. */
const selfClosing = /<([A-Za-z][\w:.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*?)\/>/g;
/** Style sheets and scripts, which stay as they are, or a CDATA section, which an HTML parser would drop. */
const sections = /<(style|script)\b[\s\S]*?<\/\1\s*>|<!\[CDATA\[([\s\S]*?)\]\]>/gi;

function toXhtml(text: string): string {
  const html = text
    .replace(sections, (whole, _name, content: string | undefined) =>
      content === undefined ? whole : escapeHtml(content),
    )
    .replace(selfClosing, (whole, name: string, rest: string) =>
      voidElements.has(name.toLowerCase()) ? whole : `<${name}${rest}></${name}>`,
    );
  const document = parse(html);
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
