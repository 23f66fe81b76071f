import { formLimit } from "~/ui/form-size";

const megabyte = 1024 * 1024;

/** Bytes that the body of a request may have, by path; the first line that fits counts. */
const limits: Array<[RegExp, number]> = [
  // Books are brought in by super users.
  [/^\/(library|controlpanel|services\/library)\/.*\b(upload|ingest|books\/add|books\/new)\b/, 512 * megabyte],
  // What broke in a browser.
  [/^\/browser-errors$/, 16 * 1024],
  // Import workbooks.
  [/^\/controlpanel\/.*\bimport\b/, 32 * megabyte],
];

export function bodyLimit(path: string): number {
  return limits.find(([pattern]) => pattern.test(path))?.[1] ?? formLimit;
}
