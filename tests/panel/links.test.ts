import { expect, test } from "vitest";
import { everybodyAtPages, origin } from "#tests/support/page-matrix";

/** What a page offers can be opened by whom it is offered to. docs/product/control-panel.md#entities. */

const scene = everybodyAtPages();

/** Pages of one kind differ in their ids and in what their addresses ask for. */
function kindOf({ pathname }: URL): string {
  return pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "*");
}

function linksOf(html: string, page: URL): URL[] {
  const hrefs = [...html.matchAll(/<a\b[^>]*\shref="([^"#]+)/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
  const urls = hrefs.filter((href) => URL.canParse(href, page)).map((href) => new URL(href, page));
  return urls.filter(
    (url) => url.origin === page.origin && !/^\/(logout|library|reader|services|assets|templates)\b/.test(url.pathname),
  );
}

/** Each way from one kind of page to another is gone once. */
test.each(["student", "guardian", "teacher", "admin", "super"] as const)("no link leads a %s nowhere", async (role) => {
  const ways = new Set<string>();
  const requested = new Set<string>();
  const start = [new URL("/", origin), new URL("/controlpanel", origin)];
  const queue: Array<{ url: URL; from: URL | null }> = start.map((url) => ({ url, from: null }));
  const dead: string[] = [];
  for (const { url, from } of queue) {
    const way = `${from ? kindOf(from) : ""} ${kindOf(url)}`;
    if (ways.has(way)) continue;
    ways.add(way);
    if (requested.has(url.href)) continue;
    requested.add(url.href);
    const response = await scene.pages.get(scene.browsers[role], `${url.pathname}${url.search}`);
    // Who has no panel is told so on its first page, which nothing offers to them.
    if (response.status >= 400 && from)
      dead.push(`${response.status} ${url.pathname}${url.search} on ${from.pathname}`);
    const next = response.headers.get("location");
    if (next) queue.push({ url: new URL(next, url), from: from && url });
    else for (const link of linksOf(await response.text(), url)) queue.push({ url: link, from: url });
  }
  expect(dead).toEqual([]);
  expect(ways.size).toBeGreaterThan(role === "student" || role === "guardian" ? 3 : 40);
});

/** Who is told that a page is not there, or not theirs, is still in the panel. */
test.each([
  [403, "/controlpanel/employees", "Inte tillåtet"],
  [404, "/controlpanel/students/00000000-0000-4000-8000-000000000000", "404"],
  [404, "/controlpanel/nowhere", "404"],
])("%i at %s keeps the panel's row of pages", async (status, path, title) => {
  const response = await scene.pages.get(scene.browsers.teacher, path);
  expect(response.status).toBe(status);
  const html = await response.text();
  expect(html).toContain('href="/controlpanel/students?');
  expect(html.match(/<h1/g)).toHaveLength(1);
  expect(html).toContain(`<title>${title}`);
});

test("who has no panel is told so without its row", async () => {
  const response = await scene.pages.get(scene.browsers.student, "/controlpanel/students");
  expect(response.status).toBe(403);
  expect(await response.text()).not.toContain('href="/controlpanel');
});

test.each([
  "/controlpanel/students",
  "/controlpanel/groups",
  "/controlpanel/organizations",
  "/controlpanel/beta/manage?tab=groups",
])("an address of %s whose filters were cut off says so and shows the list without", async (path) => {
  const cut = `${path}${path.includes("?") ? "&" : "?"}filters=%7B%22shared%22`;
  const response = await scene.pages.get(scene.browsers.super, cut);
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe(path);
  expect(response.headers.get("set-cookie")).toContain("fabel_notice=");
});
