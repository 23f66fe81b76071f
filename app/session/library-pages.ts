import { routePath, sameOriginPath } from "~/shell/same-origin-path";

/**
 * Requests to the public library: every path under /library/ signs out. docs/product/shell.md#screens;
 * docs/product/choices.md#who-and-where.
 */

/** Whether the request comes from an audio-aid app, whose session is retained in the library. */
export function isAudioAidRequest(request: Request): boolean {
  return /(?:^|;\s*)audio_aid=1(?:;|$)/.test(request.headers.get("cookie") ?? "");
}

/**
 * Target after signing in, by whatever method or step: a path on this site that does not end the new session. `/` for /logout. A page
 * under /library would end it as well, so the user's own shelf is used instead, with the same search.
 */
export function landingPath(request: Request, target: unknown): string {
  const path = sameOriginPath(target);
  const { pathname, search } = new URL(path, "http://here.invalid");
  if (!/^\/library(?=\/|$)/.test(routePath(pathname)) || isAudioAidRequest(request)) return path;
  return `/bookshelf${search}`;
}
