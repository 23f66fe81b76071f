/** epub.js ships types for its public entry only; these are the members of the one internal file that the reader imports. */
declare module "epubjs/src/epubcfi" {
  type CfiPath = {
    steps: Array<{ type: "element" | "text"; index: number; id: string | null }>;
    terminal: { offset: number | null };
  };

  export default class EpubCFI {
    constructor(from: string | Node | Range, base?: string);
    path: CfiPath;
    toRange(content: Document): Range | null;
    toString(): string;
  }
}
