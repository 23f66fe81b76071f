import type { Size, SpineItem } from "~/epub/book";
import { encodePath, type Resolve, relativePath, resolvePath } from "~/epub/paths";
import { viewportOf } from "~/epub/viewport";
import { attribute, descendants, namespaces } from "~/epub/xml";
import type { BookFolder } from "./book-folder";
import { parseXml } from "./parse-document";
import { pictureSize } from "./picture-size";
import { readdressDocument } from "./readdress";
import { sanitizeDocument, serializeDocument } from "./sanitize";

const wrapperFolder = "META-INF/fabel/pages";

type WrappedPicture = { href: string; document: Document; size: Size | null };

/**
 * Wraps a picture or drawing of the spine in an XHTML page, so that a frame always shows XHTML that begins with our policy. An SVG is
 * inlined, so that its text can be selected and its links work; a picture is referenced by address.
 * @returns null if the file is missing
 */
export async function wrapPicture(
  folder: BookFolder,
  item: SpineItem,
  drawing: Document | null,
  resolve: Resolve = resolvePath,
): Promise<WrappedPicture | null> {
  const data = await folder.read(item.href);
  if (!data) return null;
  const href = `${wrapperFolder}/${item.index}.xhtml`;
  const size = drawing ? viewportOf(drawing) : pictureSize(data);
  const viewport = size ? `<meta name="viewport" content="width=${size.width}, height=${size.height}"/>` : "";
  const style =
    "html,body{margin:0;height:100%}body{display:flex;align-items:center;justify-content:center}img,body>svg{max-width:100%;max-height:100%;width:100%;height:100%;object-fit:contain}";
  const inner = drawing ? "" : `<img src="${wayTo(item.href)}" alt=""/>`;
  const page = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title></title>${viewport}<style>${style}</style></head><body>${inner}</body></html>`;
  const document = parseXml(page, "application/xhtml+xml");
  if (drawing?.documentElement) putIn(document, drawing, { path: item.href, size, resolve });
  sanitizeDocument(document);
  await folder.write(href, serializeDocument(document));
  return { href, document, size };
}

/** Relative address from the wrapper's folder to a file of the book. */
function wayTo(path: string): string {
  return encodePath(relativePath(wrapperFolder, path));
}

/** Inlines the drawing and rewrites its resources, links and style sheets relative to the wrapper's folder. */
function putIn(
  page: Document,
  drawing: Document,
  { path, size, resolve }: { path: string; size: Size | null; resolve: Resolve },
): void {
  const [head, body] = [descendants(page, "head")[0], descendants(page, "body")[0]];
  const svg = page.importNode(drawing.documentElement, true);
  if (!attribute(svg, "viewBox") && size) svg.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
  body?.appendChild(svg);
  readdressDocument(page, path, wayTo);
  for (const link of descendants(page, "a")) {
    for (const { nodeName, value } of Array.from(link.attributes)) {
      const target = /(^|:)href$/.test(nodeName) && !value.startsWith("#") ? resolvePath(path, value) : null;
      if (target === null) continue;
      link.setAttribute(nodeName, wayTo(target) + (value.includes("#") ? value.slice(value.indexOf("#")) : ""));
    }
  }
  for (const sheet of styleSheetsOf(drawing)) {
    const target = resolve(path, sheet.href);
    if (target === null) continue;
    const link = page.createElementNS(namespaces.xhtml, "link");
    link.setAttribute("rel", "stylesheet");
    link.setAttribute("href", wayTo(target));
    if (sheet.media) link.setAttribute("media", sheet.media);
    head?.appendChild(link);
  }
}

/** Style sheets declared by processing instructions before the drawing's root element. */
function styleSheetsOf(drawing: Document): Array<{ href: string; media: string | null }> {
  const sheets: Array<{ href: string; media: string | null }> = [];
  for (let node = drawing.firstChild; node; node = node.nextSibling) {
    if (node.nodeType !== 7 || node.nodeName !== "xml-stylesheet") continue;
    const value = (name: string) => new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(node.nodeValue ?? "")?.[1];
    const href = value("href");
    if (href && value("alternate") !== "yes") sheets.push({ href, media: value("media") ?? null });
  }
  return sheets;
}
