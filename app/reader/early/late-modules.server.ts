import { late, lateScript } from "./late-module";

/**
 * Lets the reader's own script wait until the first page is there: the hints by which a browser asks for two dozen files as soon as it
 * sees the page, the one for the font of the bars, and the script that asks for the same, are written so that they mean nothing until
 * the early page says so. Decision 26.
 */
export function withLateModules(page: Buffer): Buffer<ArrayBuffer> {
  // A byte a letter: what is looked for is ASCII, and a long page is not decoded for it.
  const text = page
    .toString("latin1")
    .replaceAll('<link rel="modulepreload"', `<link rel="${late}modulepreload"`)
    .replaceAll('<link rel="preload"', `<link rel="${late}preload"`)
    .replace(' type="module" async=""', ` type="${lateScript}"`);
  return Buffer.from(text, "latin1");
}
