import { describe, expect, test } from "vitest";
import {
  elsewhere,
  origin,
  outcomeOf,
  type Page,
  pageMatrix,
  pageRows,
  type Role,
  roles,
  rolesWithPages,
  searchingRoles,
  targetIn,
} from "#tests/support/page-matrix";
import { Browser } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import type { Realm } from "~/realms/realm";

/**
 * Every page, requested by every role with ids of the own school, of another school and of another realm. The routes come from the
 * manifest: one that is missing in the matrix fails the test. docs/security.md, line 19.
 */

const scene = rolesWithPages();

/** Outcomes for ids from elsewhere: 403 may stay 403, the rest is 404; a super user has rights in the whole realm. */
function expectedElsewhere(page: Page, role: Role, realm: Realm): ReadonlyArray<number | string | undefined> {
  const outcome = page.own[roles.indexOf(role)];
  if (page.elsewhere === "own" || (realm === "se" && role === "super")) return [outcome];
  return outcome === 403 ? [403, 404] : [404];
}

/** The page's title; null if it has none or several. */
async function titleOf(response: Response): Promise<string | null> {
  const titles = [...(await response.text()).matchAll(/<title>([^<]*)<\/title>/g)];
  return titles.length === 1 ? (titles[0]?.[1] ?? null) : null;
}

describe("every page", () => {
  test("has a row in the matrix", () => {
    const pages = scene.pages.routes.filter((route) => route.hasLoader || !route.hasAction);
    expect(Object.keys(pageMatrix).sort()).toEqual(pages.map(({ id }) => id).sort());
  });

  test.each(pageRows)(
    "%s %i with ids of the own school has the expected outcome for each role",
    async (_route, _, page) => {
      const there = await targetIn(scene.database, "se", "se-1001", "teacher.se", page);
      const found: Array<number | string> = [];
      for (const role of roles) {
        const isFresh = page.isLeaving && role !== "visitor";
        const browser = isFresh ? await signedInBrowser(origin, `${role}.se`) : scene.browsers[role];
        found.push(outcomeOf(await scene.pages.get(browser, page.path(there))));
      }
      expect(found).toEqual(page.own);
    },
  );

  test("has a unique, translated title that ends with the brand (WCAG 2.4.2)", async () => {
    const routesOf = new Map<string | null, Set<string>>();
    for (const [route, place, page] of pageRows) {
      const role = roles.findLast((_, index) => page.own[index] === 200);
      if (role === undefined) continue;
      const target = await targetIn(scene.database, "se", "se-1001", "teacher.se", page);
      const response = await scene.pages.get(scene.browsers[role], page.path(target));
      if (!response.headers.get("content-type")?.startsWith("text/html")) continue;
      const title = await titleOf(response);
      // A missing translation is rendered as its key.
      const own = route === "routes/landing" ? /^Fabel$/ : /^(?!\S+[.:]\S).+ – Fabel$/;
      expect(title, `${route} ${place}`).toMatch(own);
      // A layout has the title of the page inside it.
      if (route === "routes/library" || route === "routes/controlpanel/layout") continue;
      routesOf.set(title, (routesOf.get(title) ?? new Set()).add(route));
    }
    const shared = [...routesOf.values()].filter(({ size }) => size > 1).map((routes) => [...routes]);
    expect(shared).toEqual([["routes/bookshelf", "routes/shelves"]]);
  });

  test.each([
    ["se.localhost", "/nothing-here", "404 Sidan finns inte – Fabel"],
    ["se.localhost", "/privacy", "Så skyddar vi dina uppgifter – Fabel"],
    ["fr.localhost", "/privacy", "Confidentialité – Fabulette"],
    ["fr.localhost", "/", "Des albums et des romans qui se lisent à voix haute – Fabulette"],
  ])("%s%s has the title %s", async (host, path, title) => {
    expect(await titleOf(await scene.pages.get(new Browser(`https://${host}`), path))).toBe(title);
  });

  test("has a title when it is forbidden or not found", async () => {
    expect(await titleOf(await scene.pages.get(scene.browsers.student, "/controlpanel"))).toBe("Inte tillåtet – Fabel");
    expect(await titleOf(await scene.pages.get(scene.browsers.super, "/reader/no-such-book"))).toMatch(/^.+ – Fabel$/);
  });

  test("has no token in its data response or headers (docs/security.md, line 1)", async () => {
    const there = await targetIn(scene.database, "se", "se-1001", "admin.se", {});
    for (const [, , page] of pageRows.filter(([, , { isLeaving }]) => !isLeaving)) {
      const [path = "", query = ""] = page.path(there).split("?");
      await scene.pages.get(scene.browsers.admin, `${path === "/" ? "/_root" : path}.data?${query}`);
    }
  });

  test.each(pageRows.filter(([, , page]) => page.elsewhere))(
    "%s %i with ids of another school or realm is refused and shows none of their data",
    async (_r, _i, page) => {
      for (const [realm, code, starter] of elsewhere) {
        const target = await targetIn(scene.database, realm, code, starter, page);
        for (const role of searchingRoles) {
          const response = await scene.pages.get(scene.browsers[role], page.path(target));
          expect(expectedElsewhere(page, role, realm), `${role} in ${realm}`).toContain(outcomeOf(response));
          const isTheirs = role === "super" && realm === "se";
          if (!isTheirs) expect(await response.text()).not.toMatch(new RegExp(`${target.secret}\\b`));
        }
      }
    },
  );
});
