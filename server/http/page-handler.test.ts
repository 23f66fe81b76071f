import { matchRoutes } from "@remix-run/router";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import routeConfig from "~/routes";
import { createRouteFinder, treeOf } from "./page-handler";
import { only } from "./refusal-page";

type Entry = { id?: string; file: string; path?: string; index?: boolean; children?: Entry[] };

const routes = Object.fromEntries(listed((await routeConfig) as Entry[], "root"));
routes.root = { id: "root", path: "", parentId: undefined, module: {} };
const find = createRouteFinder(routes as never);

function listed(entries: Entry[], parentId: string): Array<[string, Record<string, unknown>]> {
  return entries.flatMap(({ file, id = file.replace(/\.\w+$/, ""), path, index, children = [] }) => [
    [id, { id, parentId, path, index, module: {} }] as [string, Record<string, unknown>],
    ...listed(children, id),
  ]);
}

const whole = treeOf(routes as never);

function matched(tree: typeof whole, path: string): unknown {
  return matchRoutes(tree, path)?.map(({ route, params, pathname }) => [route.id, params, pathname]);
}

const words = [
  ...new Set(
    Object.values(routes)
      .flatMap(({ path }) => String(path ?? "").split("/"))
      .map((segment) => segment.replace(/^[:*].*/, "17")),
  ),
  "nowhere",
  "__manifest",
  "%C3%A9",
  "Students",
].filter(Boolean);
const paths = fc
  .tuple(fc.array(fc.constantFrom(...words), { maxLength: 5 }), fc.constantFrom("", "/"))
  .map(([segments, end]) => `/${segments.join("/")}${end}`);

describe("the routes selected for a path", () => {
  it("match the path and its parent paths exactly as all routes would", () => {
    fc.assert(
      fc.property(paths, (path) => {
        const ids = find(path);
        if (ids === null) return;
        const few = treeOf(only(routes, ids) as never);
        const segments = path.split("/").filter(Boolean);
        for (const each of [path, "/", ...segments.map((_, index) => `/${segments.slice(0, index + 1).join("/")}`)]) {
          expect(matched(few, each)).toEqual(matched(whole, each));
        }
      }),
      { numRuns: 150 },
    );
  });

  it("include fewer than eight of more than forty routes", () => {
    expect(Object.keys(routes).length).toBeGreaterThan(40);
    expect(find("/")).toEqual(expect.arrayContaining(["root", "routes/landing"]));
    expect(find("/controlpanel/students/17")?.length).toBeLessThan(8);
  });

  it("are not narrowed for the framework's manifest request", () => {
    expect(find("/__manifest")).toBeNull();
  });
});
