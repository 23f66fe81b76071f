/** Any path without a route: the error page with 404, without sign-in. */
export function loader(): never {
  throw new Response(null, { status: 404, statusText: "Not Found" });
}

/** Writes get a 404 too: without an action Remix would reply 405. */
export const action = loader;

export default function NotFound() {
  return null;
}
