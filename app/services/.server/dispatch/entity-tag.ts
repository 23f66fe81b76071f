/** Versions of stored things as entity tags of HTTP. RFC 9110, sections 8.8.3 and 13.1.1. */

export function etagOf(version: number): string {
  return `"${version}"`;
}

/** Version in an `If-Match` header: 0 without one, and -1, which is always stale, for a tag that we never sent. */
export function versionOfTag(ifMatch: string | undefined): number {
  if (ifMatch === undefined) return 0;
  const tag = /^(?:W\/)?"(\d{1,9})"$/.exec(ifMatch.trim());
  return tag ? Number(tag[1]) : -1;
}

/** Version that the client has read; undefined without the header, to overwrite any. */
export function expectedIn(headers: { "if-match"?: string | undefined }): number | undefined {
  return headers["if-match"] === undefined ? undefined : versionOfTag(headers["if-match"]);
}
