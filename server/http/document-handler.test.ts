import { createRequestHandler, data, type EntryContext, redirect, type ServerBuild } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { handOver } from "~/hand-over.server";
import { createPageHandler } from "./page-handler";

/** A build of three routes; every loader counts how often it is asked. */
function madeBuild() {
  const asked: string[] = [];
  const streamed: boolean[] = [];
  const answers: Record<string, () => unknown> = {
    plain: () => ({ list: [1, "a", null, undefined, { a: "ä" }] }),
    nothing: () => null,
    missing: () => undefined,
    withData: () => data({ a: 1 }, { headers: {} }),
    withHeaders: () => data({ a: 1 }, { headers: { "Set-Cookie": "a=1" } }),
    withStatus: () => data({ a: 1 }, { status: 203 }),
    response: () => Response.json({ a: 1 }, { status: 201, headers: { "Set-Cookie": "b=1" } }),
    late: () => ({ late: Promise.resolve("late") }),
    date: () => ({ at: new Date(0) }),
    away: () => redirect("/elsewhere", { headers: { "Set-Cookie": "c=1" } }),
    refused: () => {
      throw new Response("No", { status: 403 });
    },
    notFound: () => {
      throw data("none", { status: 404, headers: { "X-A": "1" } });
    },
    broken: async () => {
      throw new Error("broken");
    },
    brokenPage: () => ({ breaks: true }),
  };
  const route = (id: string, path: string | undefined, parentId: string | undefined, rest: object = {}) => ({
    id,
    path,
    parentId,
    module: {
      default: () => null,
      ErrorBoundary: id === "root" ? () => null : undefined,
      loader({ request, params }: { request: Request; params: Record<string, string> }) {
        asked.push(id);
        const answer = answers[params[id] ?? ""];
        return answer ? answer() : { url: request.url, params };
      },
      ...rest,
    },
  });
  const routes = {
    root: route("root", "", undefined),
    frame: route("frame", ":frame", "root", {}),
    page: route("page", ":page", "frame", { action: () => ({ said: "of somebody's form" }) }),
    bare: { ...route("bare", "bare", "root"), module: { default: () => null } },
    resource: { ...route("resource", "resource", "root"), module: { loader: () => Response.json([asked.length]) } },
    headed: route("headed", "headed", "root", { headers: () => ({ "X-B": "2" }) }),
  };
  const entry = {
    async default(_: Request, status: number, headers: Headers, context: EntryContext) {
      const { staticHandlerContext, serverHandoffStream: stream, manifest, routeModules } = context;
      const { loaderData, actionData, errors, matches, location } = staticHandlerContext;
      streamed.push(stream !== undefined);
      const text = stream ? await new Response(stream).text() : handOver({ loaderData, actionData, errors });
      if (text === null) throw new Error("not plain");
      if (JSON.stringify(loaderData).includes("breaks") && !errors) throw new Error("page broke");
      const ways = matches.map(({ route: { id }, params, pathname, pathnameBase }) => [
        id,
        params,
        pathname,
        pathnameBase,
      ]);
      const { serverHandoffString, future, isSpaMode } = context;
      const rest = {
        serverHandoffString,
        future,
        isSpaMode,
        routes: manifest.routes,
        modules: Object.keys(routeModules),
      };
      return Response.json({ text, ways, location, errors, actionData, ...rest }, { status, headers });
    },
    handleError: () => {},
  };
  const build = {
    ...{ routes, entry: { module: entry }, basename: "/", isSpaMode: false, mode: "production", publicPath: "/" },
    assets: { version: "1", url: "", entry: { module: "", imports: [] }, routes: {} },
    future: { v3_singleFetch: true, v3_throwAbortReason: true, v3_relativeSplatPath: true },
  } as unknown as ServerBuild;
  return { build, asked, streamed };
}

type Shown = { status: number; headers: Array<[string, string]>; body: string };

async function shown(response: Response): Promise<Shown> {
  return { status: response.status, headers: [...response.headers], body: await response.text() };
}

const kinds = ["plain", "nothing", "missing", "withData", "withHeaders", "withStatus", "response", "late", "date"];
const failures = ["away", "refused", "notFound", "broken", "brokenPage"];
const pages = [...kinds, ...failures].flatMap((kind) => [`/plain/${kind}`, `/${kind}/plain`]);
const others = [
  "/bare",
  "/resource",
  "/headed",
  "/plain/plain?a=1&b=%C3%A4",
  "/plain/plain?index&a=1",
  "/plain/a%20b/",
];

const dataAlone = [
  ...[...kinds, ...failures].flatMap((kind) => [`/plain/${kind}.data`, `/${kind}/plain.data?_routes=root,page`]),
  ...["/_root.data", "/bare.data", "/bare.data?_routes=bare", "/headed.data", "/resource.data", "/a/b/c.data"],
  ...["/plain/plain.data?_routes=root", "/plain/plain.data?_routes=", "/plain/plain.data?_routes=none"],
  ...["/plain/a%20b.data?_routes=page&q=a%20b&q=%C3%A4", "/plain/plain.data?q=a%20b", "/plain/plain.data?index&a=1"],
];

describe("a page that is plainly read", () => {
  it.each([...pages, ...others, ...dataAlone, "/a/b/c", "/plain/plain?q=a%20b"])(
    "is answered as the framework would, each loader asked once: %s",
    async (path) => {
      const ours = madeBuild();
      const handle = createPageHandler(ours.build, "production");
      const theirs = madeBuild();
      const framework = createRequestHandler(theirs.build, "production");
      const ask = (of: typeof handle, address: string) => of(new Request(`http://localhost${address}`), {});
      await ask(handle, "/plain/plain");
      for (const _ of ["first", "second"]) {
        ours.asked.length = 0;
        theirs.asked.length = 0;
        const answer = await shown(await ask(handle, path));
        const expected = await shown(await ask(framework, path));
        const known = (body: string) => body.replace(/"(routes|modules)":.*?[}\]]/g, "").replace(/"stack":".*?"/g, "");
        expect({ ...answer, body: known(answer.body) }).toEqual({ ...expected, body: known(expected.body) });
        expect(ours.asked.sort()).toEqual(theirs.asked.sort());
      }
    },
  );

  it("says nothing of a form that somebody else has sent before, nor of what they saw", async () => {
    const { build, streamed } = madeBuild();
    const handle = createPageHandler(build, "production");
    const ask = async (init: RequestInit) =>
      (await handle(new Request("http://localhost/nothing/plain", init), {})).text();
    expect(await ask({ method: "POST", body: new URLSearchParams({ a: "1" }) })).toContain("somebody's form");
    const pages = [await ask({}), await ask({})];
    expect(streamed).toEqual([true, true, false]);
    for (const page of pages) expect(page).not.toContain("somebody's form");
    expect(pages[1]).toBe(pages[0]);
  });

  it("is not made by the framework from the second time on, unless it holds more than plain data", async () => {
    const { build, streamed } = madeBuild();
    const handle = createPageHandler(build, "production");
    for (const path of ["/plain/plain", "/nothing/withData", "/plain/date"]) {
      await handle(new Request(`http://localhost${path}`), {});
    }
    expect(streamed).toEqual([true, false, false, true]);
  });
});
