import ts from "typescript";

/** The choices of one variant of a statement: of a branch, of an element, of a call. */

export class Choices {
  /** The number of options of each choice that came up, in their order. */
  readonly options = new Map<string, number>();

  /** @param chosen the options that this variant requires, by choice; the others are added */
  constructor(readonly chosen: Map<string, number>) {}

  /** Takes one of several possibilities: the first, unless this variant requires another. */
  take(key: string, options: number): number {
    if (!this.options.has(key)) this.options.set(key, options);
    const option = Math.min(this.chosen.get(key) ?? 0, options - 1);
    this.chosen.set(key, option);
    return option;
  }
}

const keys = new WeakMap<ts.Node, string>();
const numbers = new Map<string, number>();

/** Names a choice. Conditions with the same words in one function are the same condition. */
export function keyOf(node: ts.Node): string {
  const known = keys.get(node);
  if (known) return known;
  let code = node;
  while (!ts.isSourceFile(code.parent)) code = code.parent;
  const key = numbered(`${code.getSourceFile().fileName}:${code.pos} ${node.getText()}`);
  keys.set(node, key);
  return key;
}

/** A short name: thousands of variants are compared by those of their choices. */
export function numbered(text: string): string {
  const number = numbers.get(text) ?? numbers.size;
  numbers.set(text, number);
  return String(number);
}
