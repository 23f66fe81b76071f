import { XMLSerializer } from "@xmldom/xmldom";
import { isRemote } from "~/epub/paths";
import { attribute, childElements, descendants, localNameOf, namespaces, tokens } from "~/epub/xml";
import { coreTypes } from "./repair-addresses";
import { standardCss } from "./standard-css";

/**
 * Book scripts never run (docs/product/choices.md#book-scripts): ingest removes everything that can execute or make requests from a
 * document and inserts a content security policy. The frame's sandbox and the response's headers enforce the same.
 */

/** Inserted as the first child of every content document's head. */
export const bookContentPolicy = [
  "default-src 'none'",
  "script-src 'none'",
  "style-src 'self' 'unsafe-inline' data: blob:",
  "img-src 'self' data: blob:",
  "font-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "frame-src 'self' blob:",
  "object-src 'none'",
  "connect-src 'none'",
  "form-action 'none'",
].join("; ");

const removedElements = new Set([
  "script",
  "base",
  "applet",
  "trigger",
  "foreignscript",
  "handler",
  "listener",
  "param",
]);
/** Elements whose content is a fallback for readers without scripts or plug-ins; the content replaces the element. */
const unwrappedElements = new Set(["noscript", "canvas", "portal", "fencedframe"]);
const addressAttributes = new Set([
  "href",
  "src",
  "action",
  "formaction",
  "poster",
  "data",
  "background",
  "cite",
  "longdesc",
  "manifest",
  "ping",
  "codebase",
]);
/** Elements that load their address when the page is shown, so addresses outside the book are removed. */
const loadingElements = new Set([
  "img",
  "image",
  "audio",
  "video",
  "source",
  "track",
  "iframe",
  "frame",
  "embed",
  "object",
  "link",
  "use",
  "input",
  "feimage",
  "mpath",
]);
const animationElements = new Set(["set", "animate", "animatemotion", "animatetransform"]);
const allowedLinks = new Set(["stylesheet", "alternate", "icon", "pronunciation", "prev", "next"]);

/** A nested document runs no scripts, but needs our origin, otherwise its pictures would be blocked. */
const nestedSandbox = "allow-same-origin";

/**
 * Removes from a parsed XHTML or SVG document everything that can execute or make requests, and inserts the policy first into an XHTML
 * head. Changes the document in place.
 */
export function sanitizeDocument(document: Document): void {
  removeInstructions(document);
  const root = document.documentElement;
  if (!root) return;
  sanitizeElement(root);
  if (localNameOf(root).toLowerCase() === "html") insertPolicy(document, root);
}

export function serializeDocument(document: Document): string {
  return new XMLSerializer().serializeToString(document);
}

/** Removes style sheets that are not CSS, and the XML declaration, because stored documents are always UTF-8. */
function removeInstructions(document: Document): void {
  for (let node = document.firstChild; node; ) {
    const next = node.nextSibling;
    const isStylesheet = node.nodeType === 7 && /^xml-stylesheet$/i.test(node.nodeName);
    const isDeclaration = node.nodeType === 7 && /^xml$/i.test(node.nodeName);
    if (isDeclaration || (isStylesheet && !/type\s*=\s*["']text\/css["']/.test(node.nodeValue ?? ""))) {
      document.removeChild(node);
    }
    node = next;
  }
}

function sanitizeElement(element: Element): void {
  for (const child of childElements(element)) {
    const name = localNameOf(child).toLowerCase();
    if (
      removedElements.has(name) ||
      isForbiddenMeta(child, name) ||
      isForbiddenLink(child, name) ||
      animatesAddress(child, name)
    ) {
      element.removeChild(child);
    } else if (unwrappedElements.has(name)) {
      sanitizeElement(child);
      unwrap(child);
    } else if (name === "object" || name === "embed") {
      sanitizeElement(child);
      replaceObject(child);
    } else if (name === "switch" && child.namespaceURI === namespaces.ops) {
      sanitizeElement(child);
      chooseDefault(child);
    } else sanitizeElement(child);
  }
  sanitizeAttributes(element, localNameOf(element).toLowerCase());
}

function isForbiddenMeta(element: Element, name: string): boolean {
  if (name !== "meta") return false;
  const header = attribute(element, "http-equiv")?.trim().toLowerCase();
  return (
    header !== undefined && !["content-type", "default-style", "content-language", "x-ua-compatible"].includes(header)
  );
}

function isForbiddenLink(element: Element, name: string): boolean {
  if (name !== "link") return false;
  const relations = tokens((attribute(element, "rel") ?? "").toLowerCase());
  return relations.length > 0 && !relations.some((relation) => allowedLinks.has(relation));
}

/** Whether an SVG animation could set an address or an event attribute later. */
function animatesAddress(element: Element, name: string): boolean {
  if (!animationElements.has(name)) return false;
  const target = (attribute(element, "attributeName") ?? "").toLowerCase().replace(/^.*:/, "");
  return target.startsWith("on") || addressAttributes.has(target);
}

function unwrap(element: Element): void {
  const parent = element.parentNode;
  while (element.firstChild) parent?.insertBefore(element.firstChild, element);
  parent?.removeChild(element);
}

/** Replaces plug-in elements: pictures, documents and media get their own elements, anything else its fallback content. */
function replaceObject(element: Element): void {
  const address = attribute(element, "data") ?? attribute(element, "src");
  const replacement = address && replacementOf(element, address);
  if (!replacement) {
    unwrap(element);
    return;
  }
  for (const name of ["id", "class", "style", "width", "height", "title", "lang", "dir"]) {
    const value = attribute(element, name);
    if (value !== null) replacement.setAttribute(name, value);
  }
  element.parentNode?.replaceChild(replacement, element);
}

function replacementOf(element: Element, address: string): Element | null {
  const type = (attribute(element, "type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const make = (name: string, attributes: Record<string, string>) => {
    const made = element.ownerDocument.createElementNS(namespaces.xhtml, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const isPicture =
    (type.startsWith("image/") && (coreTypes.test(type) || element.firstChild === null)) ||
    (type === "" && /\.(svg|png|jpe?g|gif|webp|avif)$/i.test(address));
  if (isPicture) return make("img", { src: address, alt: element.textContent?.trim() ?? "" });
  if (/^(application\/xhtml\+xml|text\/html)$/.test(type) || (type === "" && /\.x?html?$/i.test(address))) {
    return make("iframe", { src: address, sandbox: nestedSandbox, frameborder: "0" });
  }
  const medium = /^(audio|video)\//.exec(type)?.[1];
  return medium && coreTypes.test(type) ? make(medium, { controls: "controls", src: address }) : null;
}

/** epub:switch: no case can be tested without scripts, so the default case is used. */
function chooseDefault(element: Element): void {
  for (const child of childElements(element)) {
    if (localNameOf(child) === "default") unwrap(child);
    else element.removeChild(child);
  }
  unwrap(element);
}

function sanitizeAttributes(element: Element, elementName: string): void {
  for (let index = element.attributes.length - 1; index >= 0; index -= 1) {
    const item = element.attributes.item(index);
    if (!item) continue;
    const name = (item.localName ?? item.nodeName.replace(/^.*:/, "")).toLowerCase();
    if (name.startsWith("on") || name === "srcdoc" || isForbiddenAddress(elementName, name, item.value)) {
      element.removeAttributeNode(item);
    } else if (name === "style") {
      element.setAttribute(item.nodeName, standardCss(item.value));
    }
  }
  if (elementName === "style" && element.textContent) element.textContent = standardCss(element.textContent);
  if (elementName === "iframe" || elementName === "frame") element.setAttribute("sandbox", nestedSandbox);
  if (elementName === "form") for (const name of ["action", "method", "target"]) element.removeAttribute(name);
}

function isForbiddenAddress(element: string, name: string, value: string): boolean {
  if (name === "srcset") return value.split(",").some((candidate) => isRemote(candidate.trim()));
  if (!addressAttributes.has(name)) return false;
  // Browsers ignore control characters and white space before and inside a scheme.
  const address = stripControls(value);
  if (/^(javascript|vbscript|livescript|file|filesystem|blob|about|view-source):/i.test(address)) return true;
  const isLoading = loadingElements.has(element);
  if (/^data:/i.test(address)) {
    const isPicture = isLoading && element !== "iframe" && element !== "frame" && element !== "use";
    return !(isPicture && /^data:(image|audio|video|font|text\/css)/i.test(address));
  }
  return isLoading && isRemote(address);
}

function stripControls(value: string): string {
  return Array.from(value)
    .filter((letter) => letter.charCodeAt(0) > 0x20)
    .join("");
}

function insertPolicy(document: Document, root: Element): void {
  let head = descendants(document, "head")[0];
  if (!head) {
    head = document.createElementNS(namespaces.xhtml, "head");
    root.insertBefore(head, root.firstChild);
  }
  const meta = document.createElementNS(namespaces.xhtml, "meta");
  meta.setAttribute("http-equiv", "Content-Security-Policy");
  meta.setAttribute("content", bookContentPolicy);
  head.insertBefore(meta, head.firstChild);
}
