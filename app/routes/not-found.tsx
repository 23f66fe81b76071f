/** Whatever no other route claims: the error page with 404, without asking anybody to sign in first. */
export function loader(): never {
  throw new Response(null, { status: 404, statusText: "Not Found" });
}

/** A write finds nothing either: without an action the framework would say that there is a page, for other methods. */
export const action = loader;

export default function NotFound() {
  return null;
}
