import { resolvePath } from "~/epub/paths";
import { childElements, descendants, localNameOf, namespaces } from "~/epub/xml";
import type { GlossaryEntry } from "~/services/contracts/words";

/** A book's own explanations: lists of a glossary (`epub:type="glossary"`, `doc-glossary`), and terms defined in the text (`dfn`). */

const longestMeaning = 1000;

/** @param href path of the document in the book */
export function glossaryIn(content: Document, href: string): GlossaryEntry[] {
  const entries: GlossaryEntry[] = [];
  const found = new Set<string>();
  const add = (term: string, meaning: string, picture: GlossaryEntry["picture"]) => {
    const [name, text] = [tidy(term), tidy(meaning).slice(0, longestMeaning)];
    if (name === "" || name.length > 100 || text === "" || found.has(name.toLowerCase())) return;
    found.add(name.toLowerCase());
    entries.push({ term: name, meaning: text, picture });
  };
  for (const list of descendants(content, "dl")) {
    if (!isInGlossary(list)) continue;
    let terms: Element[] = [];
    let isAfterMeaning = false;
    for (const item of itemsOf(list)) {
      if (localNameOf(item) === "dt") {
        if (isAfterMeaning) terms = [];
        isAfterMeaning = false;
        terms.push(item);
      } else if (localNameOf(item) === "dd") {
        const picture = pictureIn([item, ...terms], href);
        for (const term of terms) add(term.textContent ?? "", item.textContent ?? "", picture);
        isAfterMeaning = true;
      }
    }
  }
  for (const term of descendants(content, "dfn")) {
    if (isInGlossary(term)) continue;
    const block = blockOf(term);
    // A definition is the sentence around its term; a title spells it out.
    add(term.getAttribute("title") || (term.textContent ?? ""), sentenceWith(block, term), null);
  }
  return entries;
}

/** Groups in a list may be in a div (HTML, 4.4.9). */
function itemsOf(list: Element): Element[] {
  return childElements(list).flatMap((item) => (localNameOf(item) === "div" ? childElements(item) : [item]));
}

function isInGlossary(element: Element): boolean {
  for (let node: Element | null = element; node; node = node.parentNode as Element | null) {
    if (node.nodeType !== 1) return false;
    const types = `${node.getAttributeNS(namespaces.ops, "type") ?? ""} ${node.getAttribute("role") ?? ""}`.split(
      /\s+/,
    );
    if (types.includes("glossary") || types.includes("doc-glossary")) return true;
  }
  return false;
}

function pictureIn(elements: readonly Element[], href: string): GlossaryEntry["picture"] {
  const image = elements.flatMap((element) => descendants(element, "img"))[0];
  const source = image?.getAttribute("src");
  const path = source ? resolvePath(href, source) : null;
  return path ? { path, text: image?.getAttribute("alt") ?? "" } : null;
}

function blockOf(term: Element): Element {
  let block = term.parentNode as Element;
  while (/^(?:a|abbr|b|em|i|q|small|span|strong)$/.test(localNameOf(block))) block = block.parentNode as Element;
  return block;
}

function sentenceWith(block: Element, term: Element): string {
  const name = term.textContent ?? "";
  const text = block.textContent ?? "";
  const at = text.indexOf(name);
  const before = text.slice(0, at).search(/[.!?]\s(?![\s\S]*[.!?]\s)/);
  const after = text.slice(at + name.length).search(/[.!?](?:\s|$)/);
  return text.slice(before < 0 ? 0 : before + 1, after < 0 ? undefined : at + name.length + after + 1);
}

const tidy = (text: string) => text.replaceAll("\u00ad", "").replace(/\s+/g, " ").trim();
