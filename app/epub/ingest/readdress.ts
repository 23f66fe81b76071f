import { resolvePath } from "~/epub/paths";
import { attribute, childElements, localNameOf } from "~/epub/xml";

/**
 * Rewrites the addresses of files that a document or style sheet loads: relative addresses do not resolve for a book in memory.
 */

/** Returns the new address of a file in the book, or null if there is no such file. */
type AddressOf = (path: string) => string | null;

/** Elements whose `href` loads a resource; the `href` of a link is only followed on click. */
const loadingByHref = new Set(["link", "image", "use", "feimage", "mpath", "pattern", "lineargradient", "textpath"]);
const loadingAttributes = new Set(["src", "poster", "data", "background"]);

/** @param path path of the document in the book; the document is changed in place */
export function readdressDocument(document: Document, path: string, addressOf: AddressOf): void {
  const walk = (element: Element) => {
    readdressElement(element, path, addressOf);
    for (const child of childElements(element)) walk(child);
  };
  if (document.documentElement) walk(document.documentElement);
}

function readdressElement(element: Element, path: string, addressOf: AddressOf): void {
  const name = localNameOf(element).toLowerCase();
  for (const item of Array.from(element.attributes)) {
    const local = (item.localName ?? item.nodeName.replace(/^.*:/, "")).toLowerCase();
    if (local === "style") item.value = readdressCss(item.value, path, addressOf);
    else if (local === "srcset") item.value = readdressSet(item.value, path, addressOf);
    else if (loadingAttributes.has(local) || (local === "href" && loadingByHref.has(name))) {
      item.value = readdress(item.value, path, addressOf);
    }
  }
  if (name === "style" && attribute(element, "src") === null && element.textContent) {
    element.textContent = readdressCss(element.textContent, path, addressOf);
  }
}

function readdressSet(value: string, path: string, addressOf: AddressOf): string {
  return value
    .split(",")
    .map((candidate) => candidate.trim().replace(/^\S+/, (address) => readdress(address, path, addressOf)))
    .join(", ");
}

/** Rewrites addresses in `url()` and `@import`. */
export function readdressCss(css: string, path: string, addressOf: AddressOf): string {
  return rewriteAddressesInCss(css, (address) => readdress(address, path, addressOf));
}

/** @param change returns the new address; if it returns the same one, the source text stays unchanged */
export function rewriteAddressesInCss(css: string, change: (address: string) => string): string {
  const rewrite = (whole: string, address: string, render: (changed: string) => string) => {
    const changed = change(address);
    return changed === address ? whole : render(changed);
  };
  return css
    .replace(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^\s"')]+))\s*\)/gi, (whole: string, double, single, plain) => {
      return rewrite(whole, double ?? single ?? plain ?? "", (changed) => `url("${changed}")`);
    })
    .replace(/(@import\s+)(?:"([^"]*)"|'([^']*)')/gi, (whole: string, before: string, double, single) => {
      return rewrite(whole, double ?? single ?? "", (changed) => `${before}"${changed}"`);
    });
}

/** Leaves fragments within the document, remote addresses and addresses without a file unchanged. */
function readdress(address: string, path: string, addressOf: AddressOf): string {
  const trimmed = address.trim();
  if (trimmed === "" || trimmed.startsWith("#")) return address;
  const target = resolvePath(path, trimmed);
  const newAddress = target === null ? null : addressOf(target);
  const fragment = trimmed.includes("#") ? trimmed.slice(trimmed.indexOf("#")) : "";
  return newAddress === null ? address : `${newAddress}${fragment}`;
}
