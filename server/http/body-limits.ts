import { formLimit } from "~/ui/form-size";

const megabyte = 1024 * 1024;

/** Maximum body of a request in bytes, by path; the first match applies. */
const limits: Array<[RegExp, number]> = [
  // Books uploaded by super users.
  [/^\/(library|controlpanel|services\/library)\/.*\b(upload|ingest|books\/add|books\/new)\b/, 512 * megabyte],
  // Error reports of browsers.
  [/^\/browser-errors$/, 16 * 1024],
  // Import workbooks.
  [/^\/controlpanel\/.*\bimport\b/, 32 * megabyte],
  [/^\/services\/control-panel\/v1\/organizations\/[^/]+\/imports$/, 32 * megabyte],
];

export function bodyLimitOf(path: string): number {
  return limits.find(([pattern]) => pattern.test(path))?.[1] ?? formLimit;
}
