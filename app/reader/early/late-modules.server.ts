import { lateModule, lateScript } from "./late-module";

/**
 * Lets the reader's own script wait until the first page is there: the hints by which a browser asks for two dozen files as soon as it
 * sees the page, and the script that asks for the same, are written so that they mean nothing until the early page says so. Decision 26.
 */
export function withLateModules(page: Buffer): string {
  return page
    .toString()
    .replaceAll('<link rel="modulepreload"', `<link rel="${lateModule}"`)
    .replace(' type="module" async=""', ` type="${lateScript}"`);
}
