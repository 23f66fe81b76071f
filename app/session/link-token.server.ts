import { createCookie, redirect } from "@remix-run/node";

/**
 * The token of a mail's link. It is taken out of the address at once and waits in a cookie of its page alone: what stays in an address
 * ends up in histories and logs. docs/product/choices.md#who-and-where.
 */

/** Minutes for which the token waits for the page's button. */
const waits = 30;

/** @param path the page that the link leads to; the cookie is for it alone */
export function linkTokenOf(name: string, path: string) {
  const cookie = (request: Request) =>
    createCookie(name, {
      path,
      httpOnly: true,
      sameSite: "lax",
      secure: new URL(request.url).protocol === "https:",
      maxAge: waits * 60,
    });
  return {
    /** @throws Response the redirect to the page without the token, for an address that bears one */
    async takeFromAddress(request: Request): Promise<void> {
      const given = new URL(request.url).searchParams.get("token");
      if (given === null) return;
      throw redirect(path, {
        headers: {
          "Set-Cookie": await cookie(request).serialize(given.slice(0, 100)),
          "Referrer-Policy": "no-referrer",
        },
      });
    },
    async read(request: Request): Promise<string | null> {
      const value: unknown = await cookie(request).parse(request.headers.get("cookie"));
      return typeof value === "string" && value !== "" ? value : null;
    },
    /** The Set-Cookie value that removes it. */
    cleared: (request: Request): Promise<string> => cookie(request).serialize("", { maxAge: 0 }),
  };
}
