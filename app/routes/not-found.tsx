/** Whatever no other route claims: the error page with 404, without asking anybody to sign in first. */
export function loader(): never {
  throw new Response(null, { status: 404, statusText: "Not Found" });
}

export default function NotFound() {
  return null;
}
