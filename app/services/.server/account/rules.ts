/** What holds for proving addresses, whoever asks. docs/security.md, lines 17, 29. */

/** Links that one person may ask for in an hour. */
export const linksAnHour = 5;

/** The page with the token of a link. */
export function linkTo(page: string, token: string): string {
  const address = new URL(page);
  address.hash = "";
  address.searchParams.set("token", token);
  return address.href;
}

/** An e-mail address shortened for display to people who may not see it in full: `e…@school.example`. */
export function shortened(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "…" : `${[...email][0]}…${email.slice(at)}`;
}
