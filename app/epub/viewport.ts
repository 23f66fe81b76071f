import type { Size } from "./book";
import { attribute, descendants, localNameOf } from "./xml";

/**
 * The initial containing block of a fixed-layout document. EPUB 3.3, section 8.2.2.6: for XHTML the first viewport meta (`device-width`
 * and other values that are not numbers give null), for SVG the view box.
 */
export function viewportOf(document: Document): Size | null {
  const root = document.documentElement;
  if (!root) return null;
  if (localNameOf(root) === "svg") return svgSizeOf(root);
  for (const meta of descendants(document, "meta")) {
    if (attribute(meta, "name")?.trim().toLowerCase() === "viewport") return viewportSize(attribute(meta, "content"));
  }
  return null;
}

/** Parses `width=600, height=800`; the first of a repeated property wins, separators may be commas, semicolons or spaces. */
export function viewportSize(content: string | null): Size | null {
  const values = new Map<string, string>();
  for (const match of (content ?? "").matchAll(/([a-z-]+)\s*=\s*([^\s,;]+)/gi)) {
    const name = (match[1] ?? "").toLowerCase();
    if (!values.has(name)) values.set(name, match[2] ?? "");
  }
  const width = Number.parseFloat(values.get("width") ?? "");
  const height = Number.parseFloat(values.get("height") ?? "");
  return width > 0 && height > 0 ? { width, height } : null;
}

function svgSizeOf(svg: Element): Size | null {
  const box = (attribute(svg, "viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , width = Number.NaN, height = Number.NaN] = box;
  if (width > 0 && height > 0) return { width, height };
  return viewportSize(`width=${attribute(svg, "width") ?? ""},height=${attribute(svg, "height") ?? ""}`);
}
