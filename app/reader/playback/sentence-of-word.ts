/** Books that are timed by words have an element around each word; the sentence is an element around those. */

/** So many words make it likely that an element's parts are its words, and not short sentences. */
const leastWords = 3;
/** An element that is longer is no sentence: a chapter whose words stand in it directly. Letters. */
const longest = 800;

const words = new WeakMap<Element, boolean>();

/** Whether an element holds one word among others of its sentence. */
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

/** The sentence that a word stands in; the element itself where it is no word. */
export function sentenceOf(element: Element): Element {
  const parent = element.parentElement;
  if (!parent || !isWord(element) || (parent.textContent?.length ?? 0) > longest) return element;
  return parent;
}

function isSingle(element: Element): boolean {
  const text = element.textContent?.trim() ?? "";
  return text !== "" && !/\s/.test(text);
}
