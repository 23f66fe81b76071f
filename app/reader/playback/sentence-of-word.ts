/** Books timed by words have an element around each word, and the sentence is the element around those. */

/** Minimum of single-word children that makes an element a sentence rather than a list of short sentences. */
const leastWords = 3;
/** Letters. A longer element is not a sentence, but a chapter that contains its words directly. */
const longest = 800;

const words = new WeakMap<Element, boolean>();

/** Whether an element is one word among others of its sentence. */
export function isWord(element: Element): boolean {
  const parent = element.parentElement;
  if (!parent || !isSingle(element)) return false;
  const known = words.get(parent);
  if (known !== undefined) return known;
  const named = Array.from(parent.children).filter((child) => child.id !== "");
  const single = named.filter(isSingle).length;
  const result = single >= leastWords && single >= named.length * 0.7;
  words.set(parent, result);
  return result;
}

/** The sentence around a word; the element itself if it is not a word. */
export function sentenceOf(element: Element): Element {
  const parent = element.parentElement;
  if (!parent || !isWord(element) || (parent.textContent?.length ?? 0) > longest) return element;
  return parent;
}

function isSingle(element: Element): boolean {
  const text = element.textContent?.trim() ?? "";
  return text !== "" && !/\s/.test(text);
}
