import { describe, expect, test } from "vitest";
import type { Realm } from "../../app/realms/realm";
import {
  elsewhere,
  everybodyAtPages,
  login,
  origin,
  outcomeOf,
  type Page,
  pageMatrix,
  pageRows,
  roles,
  targetIn,
} from "../support/page-matrix";
import { signedInBrowser } from "../support/signed-in-browser";

/**
 * Every page by everybody: on what is in one's own school, in another school, in another realm. The routes come from the
 * manifest: one that is not in the matrix fails. security.md, line 19; issue 5, "What bad input gets".
 */

const scene = everybodyAtPages();

/** Elsewhere: who is refused at the door is refused; for the others there is no such thing; a super user's realm is one. */
function expectedElsewhere(page: Page, realm: Realm): Array<ReadonlyArray<number | string>> {
  return page.own.map((outcome, index) => {
    if (outcome === login || page.elsewhere === "own" || (realm === "se" && roles[index] === "super")) return [outcome];
    return outcome === 403 ? [403, 404] : [404];
  });
}

describe("every page", () => {
  test("is in the matrix", () => {
    const shown = scene.pages.routes.filter((route) => route.hasLoader || !route.hasAction);
    expect(Object.keys(pageMatrix).sort()).toEqual(shown.map(({ id }) => id).sort());
  });

  test.each(pageRows)("%s %i answers each by their right", async (_route, _, page) => {
    const there = await targetIn(scene.database, "se", "se-1001", "teacher.se", page);
    const found: Array<number | string> = [];
    for (const role of roles) {
      const isFresh = page.isLeaving && role !== "visitor";
      const browser = isFresh ? await signedInBrowser(origin, `${role}.se`) : scene.browsers[role];
      found.push(outcomeOf(await scene.pages.get(browser, page.path(there))));
    }
    expect(found).toEqual(page.own);
  });

  test("lets no token out in the data either that a click asks for, its headers included (security 1)", async () => {
    const there = await targetIn(scene.database, "se", "se-1001", "admin.se", {});
    for (const [, , page] of pageRows.filter(([, , { isLeaving }]) => !isLeaving)) {
      const [path = "", query = ""] = page.path(there).split("?");
      await scene.pages.get(scene.browsers.admin, `${path === "/" ? "/_root" : path}.data?${query}`);
    }
  });

  test.each(pageRows.filter(([, , page]) => page.elsewhere))(
    "%s %i shows nobody what is elsewhere",
    async (_r, _i, page) => {
      for (const [realm, code, starter] of elsewhere) {
        const target = await targetIn(scene.database, realm, code, starter, page);
        const expected = expectedElsewhere(page, realm);
        for (const [index, role] of roles.entries()) {
          const answer = await scene.pages.get(scene.browsers[role], page.path(target));
          expect(expected[index], `${role} in ${realm}`).toContain(outcomeOf(answer));
          const isTheirs = role === "super" && realm === "se";
          if (!isTheirs) expect(await answer.text()).not.toMatch(new RegExp(`${target.secret}\\b`));
        }
      }
    },
  );
});
