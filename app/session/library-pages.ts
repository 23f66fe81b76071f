import { sameOriginPath } from "~/shell/same-origin-path";

/**
 * Requests to the public library: every path under /library/ signs out. docs/product/shell.md#screens;
 * docs/product/choices.md#who-and-where.
 */

/** Whether the request comes from an audio-aid app, whose session is retained in the library. */
export function isAudioAidRequest(request: Request): boolean {
  return /(?:^|;\s*)audio_aid=1(?:;|$)/.test(request.headers.get("cookie") ?? "");
}

/**
 * Target after signing in: a path on this site. A page under /library would end the new session at once, so the user's
 * own shelf is used instead, with the same search.
 */
export function landingPath(request: Request, target: unknown): string {
  const path = sameOriginPath(target);
  if (!/^\/library(?=[/?]|$)/.test(path) || isAudioAidRequest(request)) return path;
  return `/bookshelf${new URL(path, "http://here.invalid").search}`;
}
