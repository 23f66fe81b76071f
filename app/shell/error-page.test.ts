import { beforeAll, expect, it, vi } from "vitest";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { Browser, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { ServiceError } from "~/services/contracts/service-error";
import { isNetworkError } from "./error-page";

/** The error page has the user's shell, also after a form that was sent without script. */

let pages: PageServer;
let browser: Browser;

beforeAll(async () => {
  await sessionScene(["fr"]);
  pages = await pageServer();
  browser = await signedInBrowser("https://fr.localhost:3000", "teacher.fr");
});

/** Requests a path as a top-level navigation. */
function goTo(path: string, who = browser): Promise<Response> {
  return pages.visit(who.request(path, { headers: { accept: "text/html", "sec-fetch-dest": "document" } }));
}

it.each(["/settings", "/profile", "/login/escalate", "/login/act-as?user=nobody"])(
  "given an invalid form of %s, then the error page has the realm's brand and the user's shell",
  async (path) => {
    const response = await pages.post(browser, path, { intent: "there-is-no-such-intent" });
    expect(response.status).toBeGreaterThanOrEqual(400);
    const html = await response.text();
    expect(html).toContain("<h1");
    expect(html).toContain('data-brand="fabel-france"');
    expect(html).toContain('href="/logout"');
  },
);

const job = "/controlpanel/jobs/00000000-0000-4000-8000-000000000000/file";

it.each([
  ["/login/with/nobody", 404],
  ["/settings/link/nobody", 404],
  [job, 404],
  ["/browser-errors", 405],
  ["/reader/no-such-book/policy", 404],
])("given a navigation to %s, which has no page, then the error page has the user's shell", async (path, status) => {
  const response = await goTo(path);
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toContain("text/html");
  const html = await response.text();
  expect(html).toContain(status === 404 ? "404 Page introuvable" : "Une erreur est survenue");
  expect(html).toContain('data-brand="fabel-france"');
  expect(html).toContain('href="/logout"');
});

it.each([
  ["unreachable", 503],
  ["timeout", 504],
])("given a service error %s, then the page returns 503 with a link to try again", async (code, status) => {
  // A remote library service can fail with these errors.
  const call = vi
    .spyOn(processBackend().clients.library, "getShelf")
    .mockRejectedValue(new ServiceError(status, code, "The service could not be reached"));
  const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const response = await pages.get(browser, "/bookshelf");
  const html = await response.text();
  expect(response.status).toBe(503);
  expect(html).toContain("momentanément indisponible");
  expect(html).toMatch(/<a [^>]*href="\/bookshelf"(?:(?!<\/a>).)*Réessayer/s);
  expect(html).toContain('href="/logout"');
  expect(reported).toHaveBeenCalled();
  call.mockRestore();
  reported.mockRestore();
});

it("a 404 page keeps the user's navigation, for a family without settings", async () => {
  const tabsFor = async (who?: Browser) => {
    const html = await (await goTo("/nowhere", who)).text();
    return ["/bookshelf", "/settings", "/reader/test-player"].filter((path) => html.includes(`href="${path}"`));
  };
  expect(await tabsFor()).toEqual(["/bookshelf", "/settings", "/reader/test-player"]);
  const family = await signedInBrowser("https://fr.localhost:3000", "family.fr");
  expect(await tabsFor(family)).toEqual(["/bookshelf", "/reader/test-player"]);
  expect(await tabsFor(new Browser("https://fr.localhost:3000"))).toEqual([]);
});

it("drawer and menu share no link except home", async () => {
  const html = await (await goTo("/nowhere")).text();
  const [, drawer = "", rest = ""] = /<details data-drawer=""[^>]*>(.*?)<\/details>(.*)/s.exec(html) ?? [];
  const [menu = ""] = /<details.*?<\/details>/s.exec(rest) ?? [];
  const linksOf = (part: string) => [...part.matchAll(/<a [^>]*href="([^"?]+)/g)].map(([, path]) => path);
  expect(linksOf(drawer)).toEqual(
    expect.arrayContaining(["/bookshelf", "/controlpanel/students", "/controlpanel/groups"]),
  );
  expect(linksOf(menu)).toEqual(expect.arrayContaining(["/profile", "/controlpanel", "/logout"]));
  const shared = linksOf(menu).filter((href) => linksOf(drawer).includes(href));
  // Home is both the first service and the first row of the menu.
  expect(shared).toEqual(["/"]);
});

it("a visitor gets the 404 page too", async () => {
  const response = await goTo("/login/with/nobody", new Browser("https://se.localhost:3000"));
  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining("404 Sidan finns inte")]);
});

it("a request that is not a top-level navigation gets plain text or JSON", async () => {
  expect(await (await pages.get(browser, "/login/with/nobody")).text()).toBe("Not found");
  for (const destination of ["iframe", "image"]) {
    const headers = { accept: "text/html", "sec-fetch-dest": destination };
    const response = await pages.visit(browser.request("/login/with/nobody", { headers }));
    expect(await response.text(), destination).toBe("Not found");
  }
  const policy = await pages.get(browser, "/reader/no-such-book/policy");
  expect(await policy.json()).toMatchObject({ error: "not_found" });
});

it.each([
  [new TypeError("Failed to fetch"), true],
  [new TypeError("NetworkError when attempting to fetch resource."), true],
  [new TypeError("Load failed"), true],
  [new TypeError("Cannot read properties of undefined (reading 'id')"), false],
  [new Error("Failed to fetch"), false],
  [new Response(null, { status: 503 }), false],
])("given %s, then isNetworkError returns %s", (error, expected) => {
  expect(isNetworkError(error)).toBe(expected);
});
