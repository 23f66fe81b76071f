import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { type Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";

/** Saving the columns from the page: the button posts, while its form otherwise sends the list's query with GET. */

const origin = "https://se.localhost";
let databases: Databases;
let pages: PageServer;
let browser: Browser;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
  pages = await pageServer();
  browser = await signedInBrowser(origin, "super.se");
});

/** The address that the button posts to. */
async function buttonOf(path: string): Promise<string> {
  const html = await (await pages.get(browser, path)).text();
  const button = /<button[^>]*keep-columns[^>]*>/.exec(html)?.[0] ?? "";
  const form = html.slice(0, html.indexOf(button)).split("<form").at(-1) ?? "";
  const action = /formaction="([^"]*)"/i.exec(button)?.[1] ?? /action="([^"]*)"/.exec(form)?.[1] ?? "";
  return action.replaceAll("&amp;", "&");
}

it.each([
  ["/controlpanel/groups", "groups", "year"],
  ["/controlpanel/beta/manage?tab=groups", "manage-groups", "year"],
  ["/controlpanel/beta/manage?tab=organizations", "manage-organizations", "city"],
])(
  "%s saves the columns of its own list, sends the form owner and redirects to the same list",
  async (path, list, column) => {
    const action = await buttonOf(`${path}${path.includes("?") ? "&" : "?"}menu=arrange`);
    const { rows } = await databases.eu.execute<{ uid: string }>(
      sql`select uid from directory.users where username = 'super.se'`,
    );
    expect(new URL(action, origin).searchParams.get("form-owner")).toBe(rows[0]?.uid);
    const response = await pages.post(browser, action, { intent: "keep-columns", columns: column, sortBy: "name" });
    const tab = new URL(path, origin).searchParams.get("tab");
    const location = new URL(response.headers.get("location") ?? "", origin);
    expect([location.searchParams.get("tab"), location.searchParams.has("form-owner")]).toEqual([tab, false]);
    const stored = await databases.eu.execute(sql`select columns from lists.columns where list = ${list}`);
    expect(stored.rows).toEqual([{ columns: [column] }]);
  },
);
