import { isInlineName, isUnreadName } from "~/epub/document-text";
import { spokenMath } from "~/epub/spoken-math";
import { typesOfElement } from "~/epub/structure-types";
import { childElements, localNameOf } from "~/epub/xml";

/** A picture or formula by the place of its alternative in the spoken text. */
export type SpokenPicture = { element: Element; from: number; to: number };

/** What speech synthesis reads of a document, in order: its text, and what stands for its pictures and formulas. */
export type SpokenText = {
  /** Only ends of blocks are line breaks: every other white space is a space. */
  text: string;
  nodes: ReadonlyArray<{ node: Text; from: number }>;
  pictures: readonly SpokenPicture[];
};

/** Stands among the skipped types for the alternative texts of pictures, which have no `epub:type`. */
export const alternativeType = "fabel:alternative";

/**
 * @param language of the book, for the words of its formulas
 * @param skipped `epub:type` values that are not read aloud
 */
export function spokenTextOf(content: Document, language: string, skipped: ReadonlySet<string>): SpokenText {
  const nodes: Array<{ node: Text; from: number }> = [];
  const pictures: SpokenPicture[] = [];
  let text = "";

  const addPicture = (element: Element, said: string, isApart: boolean) => {
    // A picture at the beginning of a block, or between two sentences, is one of its own; else a word of its sentence.
    const edge = isApart || /(?:^|\n|[.!?…:]["'”’»)\]]*)\s*$/.test(text.slice(-20)) ? "\n" : " ";
    text += edge;
    pictures.push({ element, from: text.length, to: text.length + said.length });
    text += said + edge;
  };

  const walk = (element: Element): void => {
    const name = localNameOf(element).toLowerCase();
    if (isUnreadName(name) || element.hasAttribute("hidden")) return;
    if (skipped.size > 0 && typesOfElement(element).some((type) => skipped.has(type))) return;
    if (name === "math") {
      const said = spokenMath(element, language);
      if (said !== "") addPicture(element, said, element.getAttribute("display") === "block");
      return;
    }
    if (isPicture(element)) {
      const said = skipped.has(alternativeType) ? null : alternativeOf(element);
      if (said !== null) addPicture(element, said, false);
      return;
    }
    const isBlock = !isInlineName(name);
    if (isBlock) text += "\n";
    for (const child of Array.from(shownChildren(element, name))) {
      if (child.nodeType === 1) walk(child as Element);
      else if (child.nodeType === 3 || child.nodeType === 4) {
        nodes.push({ node: child as Text, from: text.length });
        text += (child as Text).data.replace(/\s/g, " ");
      }
    }
    if (isBlock) text += "\n";
  };
  const root = content.body ?? content.documentElement;
  if (root) walk(root);
  return { text, nodes, pictures };
}

/** Of closed `details`, only the summary is shown. */
function shownChildren(element: Element, name: string): Iterable<Node> | ArrayLike<Node> {
  if (name !== "details" || element.hasAttribute("open")) return element.childNodes;
  return childElements(element, "summary").slice(0, 1);
}

/** Whether an element is read by an alternative text. */
export function isPicture(element: Element): boolean {
  const name = localNameOf(element).toLowerCase();
  if (name === "img" || (name === "input" && element.getAttribute("type") === "image")) return true;
  if (element.getAttribute("role") === "img") return true;
  // A drawing with text is read by its text.
  return name === "svg" && element.getElementsByTagName("text").length === 0;
}

const fileName = /^[^\s]+\.(?:jpe?g|png|gif|svg|webp|tiff?|bmp)$/i;

/** The alternative text of a picture; null for one that adds nothing, or whose text is only the name of its file. */
function alternativeOf(element: Element): string | null {
  const role = element.getAttribute("role");
  if (role === "presentation" || role === "none" || element.getAttribute("aria-hidden") === "true") return null;
  const title = localNameOf(element) === "svg" ? childElements(element, "title")[0]?.textContent : null;
  const text = element.getAttribute("aria-label") || element.getAttribute("alt") || title || "";
  const said = text.replace(/\s+/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(said) && !fileName.test(said) ? said : null;
}
