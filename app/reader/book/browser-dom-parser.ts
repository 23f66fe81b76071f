/** Stands for @xmldom/xmldom where epub.js imports it in the browser, which has a parser of its own (vite.config.ts). */
export const DOMParser = globalThis.DOMParser;
