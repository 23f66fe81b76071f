/** Rules for e-mail verification and password reset links. docs/security.md, lines 17, 29. */

/** Maximum number of links per person and hour. */
export const maxLinksPerHour = 5;

/** Appends a link's token to a page's address. */
export function linkTo(page: string, token: string): string {
  const address = new URL(page);
  address.hash = "";
  address.searchParams.set("token", token);
  return address.href;
}

/** Masks an e-mail address for people who may not see it in full: `e…@school.example`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "…" : `${[...email][0]}…${email.slice(at)}`;
}
