import { expect, test } from "vitest";
import { origin, rolesWithPages } from "#tests/support/page-matrix";

/** The user can open every link that a page shows to them. docs/product/control-panel.md#entities. */

const scene = rolesWithPages();

/** The kind of a page: its path without ids and query. */
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

/** Follows each link between two kinds of pages once. */
test.each(["student", "guardian", "teacher", "admin", "super"] as const)(
  "no link leads a %s to an error page",
  async (role) => {
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
      // A user without the panel gets 403 on its first page, to which no page links.
      if (response.status >= 400 && from)
        dead.push(`${response.status} ${url.pathname}${url.search} on ${from.pathname}`);
      const next = response.headers.get("location");
      if (next) queue.push({ url: new URL(next, url), from: from && url });
      else for (const link of linksOf(await response.text(), url)) queue.push({ url: link, from: url });
    }
    expect(dead).toEqual([]);
    expect(ways.size).toBeGreaterThan(role === "student" || role === "guardian" ? 3 : 40);
  },
);

/** Error pages for 403 and 404 are shown inside the panel. */
test.each([
  [403, "/controlpanel/employees", "Inte tillåtet"],
  [404, "/controlpanel/students/00000000-0000-4000-8000-000000000000", "404"],
  [404, "/controlpanel/nowhere", "404"],
])("%i at %s keeps the panel's navigation", async (status, path, title) => {
  const response = await scene.pages.get(scene.browsers.teacher, path);
  expect(response.status).toBe(status);
  const html = await response.text();
  expect(html).toContain('href="/controlpanel/students?');
  expect(html.match(/<h1/g)).toHaveLength(1);
  expect(html).toContain(`<title>${title}`);
});

test("a student, who has no panel, gets 403 without its navigation", async () => {
  const response = await scene.pages.get(scene.browsers.student, "/controlpanel/students");
  expect(response.status).toBe(403);
  expect(await response.text()).not.toContain('href="/controlpanel');
});

test.each([
  "/controlpanel/students",
  "/controlpanel/groups",
  "/controlpanel/organizations",
  "/controlpanel/beta/manage?tab=groups",
])("%s with truncated filters redirects to the list without them and sets a notice", async (path) => {
  const cut = `${path}${path.includes("?") ? "&" : "?"}filters=%7B%22shared%22`;
  const response = await scene.pages.get(scene.browsers.super, cut);
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe(path);
  expect(response.headers.get("set-cookie")).toContain("fabel_notice=");
});
