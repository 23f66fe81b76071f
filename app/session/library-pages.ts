import { sameOriginPath } from "~/shell/same-origin-path";

/** Visits of the public library: everything under /library/ logs out. docs/product/shell.md#screens; docs/product/choices.md#who-and-where. */

/** An audio-aid app brought the visitor: it keeps its session in the library. */
export function isAudioAidRequest(request: Request): boolean {
  return /(?:^|;\s*)audio_aid=1(?:;|$)/.test(request.headers.get("cookie") ?? "");
}

/**
 * Where a log-in leads: a path on this site. A page under /library would end the new session at once, so the reader's own shelf
 * takes its place, with the same search.
 */
export function landingPath(request: Request, target: unknown): string {
  const path = sameOriginPath(target);
  if (!/^\/library(?=[/?]|$)/.test(path) || isAudioAidRequest(request)) return path;
  return `/bookshelf${new URL(path, "http://here.invalid").search}`;
}
