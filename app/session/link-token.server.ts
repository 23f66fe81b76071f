import { createCookie, redirect } from "@remix-run/node";

/**
 * The token of a link in an email. It is removed from the URL at once and stored in a cookie for its page only, because
 * URLs end up in histories and logs. docs/product/choices.md#who-and-where.
 */

/** Minutes that the cookie is valid. */
const waits = 30;

/** @param path the page that the link leads to; the cookie is limited to it */
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
    /** @throws Response a redirect to the page without the token, if the URL contains one */
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
    /** The Set-Cookie value that removes the cookie. */
    cleared: (request: Request): Promise<string> => cookie(request).serialize("", { maxAge: 0 }),
  };
}
