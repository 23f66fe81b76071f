import { once } from "node:events";
import { createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-node";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createMetrics } from "#server/http/metrics";
import { createPipeline } from "#server/http/pipeline";
import { openLog } from "#server/http/process-log";
import { type Session, signedInCookies } from "#tests/support/http-sign-in";
import { pageServer } from "#tests/support/page-server";
import { recordSpans, type SpanTree, spansOf, spanTrees } from "#tests/support/recorded-spans";
import { demoPassword, sessionScene } from "#tests/support/session-scene";
import { temporaryFolder } from "#tests/support/temporary-folder";
import { processBackend } from "~/composition/process-backend.server";
import { parseEnvironment } from "~/environment.server";

const databases = await sessionScene(["se"]);
const recorded = recordSpans();
const { build } = await pageServer();

/** The product's pipeline, as the process serves it. @returns its port */
async function serve(trustedProxies: string[] | null): Promise<number> {
  const folder = await temporaryFolder("traces");
  const { log, close } = openLog(`${folder}/log`);
  const pipeline = createPipeline({
    environment: {
      ...parseEnvironment(process.env),
      sessionSecret: String(process.env.SESSION_SECRET),
      trustedProxies,
    },
    build: async () => build,
    backend: async () => processBackend(),
    files: { folder },
    log,
    metrics: createMetrics(async () => []),
    isStopping: () => false,
    testPayments: null,
  });
  const server = createServer(pipeline).listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => {
    server.close().closeAllConnections();
    close();
  });
  return (server.address() as AddressInfo).port;
}

const port = await serve(null);
const origin = `http://se.localhost:${port}`;
afterAll(() => recorded.stop());

type Got = { path: string; cookies?: Session; headers?: Record<string, string>; port?: number };

/** @returns the status, once the response has been read */
async function get({ path, cookies = [], headers = {}, port: to = port }: Got): Promise<number> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const all = { host: `se.localhost:${to}`, cookie, ...headers };
  const sent = sendRequest({ host: "127.0.0.1", port: to, path, headers: all }).end();
  const [response] = await once(sent, "response");
  await once(response.resume(), "end");
  return response.statusCode;
}

/** Ended spans since the last call; a request's span ends shortly after its response. */
async function ended(): Promise<ReadableSpan[]> {
  await new Promise((resolve) => setTimeout(resolve, 100));
  return recorded.take();
}

const childNamed = (tree: SpanTree | undefined, name: string) => tree?.children.find((child) => child.name === name);

/** Fails if the spans say anything about a person of the demonstration, or contain a token or a part of a cookie. */
async function expectNobody(spans: ReadableSpan[], cookies: Session): Promise<void> {
  const said = spans.map(({ name, attributes, events, links, status }) => ({
    name,
    attributes,
    events,
    links,
    status,
  }));
  const text = JSON.stringify(said).toLowerCase();
  const { rows } = await databases.eu.execute<Record<string, string | null>>(
    sql`select name, username, email, uid::text as uid from directory.users where realm = 'se'`,
  );
  expect(rows.length).toBeGreaterThan(10);
  const values = rows.flatMap((row) => Object.values(row)).flatMap((value) => value?.toLowerCase() ?? []);
  const secrets = [demoPassword.toLowerCase(), ...cookies.map(({ value }) => value.toLowerCase())];
  expect([...values, ...secrets].filter((value) => value !== "" && text.includes(value))).toEqual([]);
  expect(text).not.toMatch(/eyj[\w-]+\.[\w-]+\./);
}

test("a sign-in and a list of people are a trace for each request, and name nobody (docs/security.md, line 25)", async () => {
  const cookies = await signedInCookies(origin, "teacher.se");
  const signIn = await ended();
  const [login, callback] = spanTrees(signIn);
  expect(login?.name).toBe("POST /login");
  const authorize = childNamed(login, "auth/v1/authorize");
  expect(authorize?.children.some(({ name }) => name.startsWith("SELECT "))).toBe(true);
  expect(callback?.name).toBe("GET /login/callback");
  expect(childNamed(callback, "auth/v2/token")?.children.some(({ name }) => name.startsWith("INSERT "))).toBe(true);

  const { rows } = await databases.eu.execute<{ uid: string; name: string }>(
    sql`select uid::text as uid, name from directory.users where username = 'student.se'`,
  );
  const student = rows[0] ?? { uid: "", name: "" };
  const search = `/controlpanel/students?search=${encodeURIComponent(student.name)}`;
  expect(await get({ path: search, cookies })).toBe(200);
  expect(await get({ path: `/controlpanel/students/${student.uid}`, cookies })).toBe(200);
  const pages = await ended();
  const [list, person] = spanTrees(pages);
  expect([list?.name, person?.name]).toEqual(["GET /controlpanel/:kind", "GET /controlpanel/:kind/:id"]);
  expect(list?.span.attributes).toMatchObject({
    "http.request.method": "GET",
    "http.route": "/controlpanel/:kind",
    "http.response.status_code": 200,
    "server.address": "se.localhost",
    "url.scheme": "http",
  });
  const call = childNamed(list, "control-panel/getPeopleListPage");
  expect(call?.span.attributes).toEqual({ "rpc.method": "control-panel/getPeopleListPage" });
  expect(call?.children.map(({ name }) => name)).toContain("WITH directory.users");
  // The guard's own statements are the request's.
  expect(list?.children.some(({ span }) => span.attributes["db.system.name"] === "postgresql")).toBe(true);
  for (const tree of [login, list, person]) {
    const traceId = tree?.span.spanContext().traceId;
    for (const { span } of tree ? spansOf(tree) : []) expect(span.spanContext().traceId).toBe(traceId);
  }

  await expectNobody([...signIn, ...pages], cookies);
});

test("a service's call has the path of its contract, also if it is refused, and health checks have no span", async () => {
  const path = "/services/control-panel/v1/students/8f14e45f-ceea-467a-9575-2d8b3a1f0c11";
  expect(await get({ path })).toBe(401);
  expect(await get({ path: "/healthz" })).toBe(200);
  const spans = await ended();
  expect(spans.map(({ name }) => name)).toEqual(["GET /services/control-panel/:version/:type/:id"]);
  expect(JSON.stringify(spans[0]?.attributes)).not.toContain("8f14e45f");
});

test("the trace of a proxy is continued only if the proxy is trusted", async () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const strict = await serve(["10.0.0.1"]);
  for (const to of [port, strict]) await get({ path: "/login", headers: { traceparent }, port: to });
  const [trusted, stranger] = (await ended()).filter(({ name }) => name === "GET /login");
  expect(trusted?.spanContext().traceId).toBe("0af7651916cd43dd8448eb211c80319c");
  expect(trusted?.parentSpanContext?.spanId).toBe("b7ad6b7169203331");
  expect(stranger?.spanContext().traceId).not.toBe("0af7651916cd43dd8448eb211c80319c");
  expect(stranger?.parentSpanContext).toBeUndefined();
});
