import type { Size, SpineItem } from "../book";
import { encodePath, folderOf, relativePath } from "../paths";
import { viewportOf } from "../viewport";
import type { BookFolder } from "./book-folder";
import { parseXml } from "./parse-document";
import { sanitizeDocument, serializeDocument } from "./sanitize";

const wrapperFolder = "META-INF/fabel/pages";

export type WrappedPicture = { href: string; document: Document; size: Size | null };

/**
 * A page of its own for a picture or drawing in the spine, so that a frame always shows XHTML that begins with our policy. An SVG is
 * put in whole, so that its text can be selected and its links work; a picture by address.
 * @returns null where the file is missing
 */
export async function wrapPicture(
  folder: BookFolder,
  item: SpineItem,
  drawing: Document | null,
): Promise<WrappedPicture | null> {
  if (!folder.paths.includes(item.href)) return null;
  const href = `${wrapperFolder}/${item.index}.xhtml`;
  const size = drawing ? viewportOf(drawing) : null;
  const source = encodePath(relativePath(wrapperFolder, item.href));
  const directory = encodePath(relativePath(wrapperFolder, folderOf(item.href)));
  const inner = drawing?.documentElement
    ? relocate(serializeDocument(drawing).replace(/^[\s\S]*?(?=<(?:\w+:)?svg[\s>])/, ""), directory)
    : `<img src="${source}" alt=""/>`;
  const viewport = size ? `<meta name="viewport" content="width=${size.width}, height=${size.height}"/>` : "";
  const style =
    "html,body{margin:0;height:100%}body{display:flex;align-items:center;justify-content:center}img,body>svg{max-width:100%;max-height:100%;width:100%;height:100%;object-fit:contain}";
  const page = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title></title>${viewport}<style>${style}</style></head><body>${inner}</body></html>`;
  const document = parseXml(page, "application/xhtml+xml");
  sanitizeDocument(document);
  await folder.write(href, serializeDocument(document));
  return { href, document, size };
}

/** Addresses in a drawing that moved: relative ones get the way back to where it lay. */
function relocate(svg: string, directory: string): string {
  if (directory === "") return svg;
  return svg.replace(/((?:xlink:)?href|src)="([^"#:/][^":]*)"/g, (_whole, name: string, address: string) => {
    return `${name}="${directory}/${address}"`;
  });
}
