/** Replaces @xmldom/xmldom in epub.js's browser build, because browsers have a native parser (vite.config.ts). */
export const DOMParser = globalThis.DOMParser;
