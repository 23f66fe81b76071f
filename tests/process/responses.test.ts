import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "#server/project-root";
import { type RunningProduct, readLog } from "#tests/support/running-product";
import { startPlainProduct } from "./plain-product";

let product: RunningProduct;
beforeAll(async () => {
  product = await startPlainProduct({ environment: { METRICS_TOKEN: "a-token-for-metrics" } });
});
afterAll(() => product.stop());

/** Sends a request with the given Host and Origin, which fetch would set itself. @returns the status */
function send(options: {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}): Promise<number> {
  return new Promise((resolve, reject) => {
    const message = request({ port: product.port, host: "127.0.0.1", ...options }, (response) => {
      response.resume();
      resolve(Number(response.statusCode));
    });
    message.once("error", reject);
    message.end(options.body);
  });
}

/** A browser window's request of a path as it stands, which fetch would resolve. */
function fetchRaw(path: string): Promise<{ headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { accept: "text/html", "sec-fetch-dest": "document" };
    request({ port: product.port, host: "127.0.0.1", path, headers }, async (response) => {
      resolve({ headers: response.headers, body: await text(response) });
    })
      .once("error", reject)
      .end();
  });
}

describe("the headers of every response", () => {
  test("include the security headers, without Strict-Transport-Security over http", async () => {
    const { headers } = await fetch(product.url);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("permissions-policy")).toContain("geolocation=()");
    expect(headers.get("strict-transport-security"), "plain http promises no https").toBeNull();
    expect(headers.get("x-powered-by")).toBeNull();
  });

  test("given x-forwarded-proto https, then Strict-Transport-Security and upgrade-insecure-requests are sent", async () => {
    const { headers } = await fetch(product.url, { headers: { "x-forwarded-proto": "https" } });
    expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
    expect(headers.get("content-security-policy")).toContain("upgrade-insecure-requests");
  });
});

describe("a page's content security policy", () => {
  const policyOf = async (page: string) =>
    (await fetch(`${product.url}${page}`)).headers.get("content-security-policy") ?? "";

  test("has a new nonce for each response, and every script of the page carries it", async () => {
    const response = await fetch(`${product.url}/login`);
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1];
    const scripts = (await response.text()).match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    expect(await policyOf("/login")).not.toContain(String(nonce));
  });

  test("allows no inline scripts, and inline styles on reader pages only", async () => {
    for (const page of ["/", "/login", "/reader/some-book/no-such-page", "/signup"]) {
      const policy = await policyOf(page);
      expect(policy.match(/script-src [^;]*/)?.[0]).not.toContain("unsafe");
      expect(policy.match(/style-src [^;]*/)?.[0].includes("'unsafe-inline'")).toBe(page.startsWith("/reader"));
      expect(policy).toContain("object-src 'none'");
    }
  });

  test("allows the payment provider on /signup and not on /login", async () => {
    expect(await policyOf("/signup")).toContain("https://js.stripe.com");
    expect(await policyOf("/login")).not.toContain("stripe");
  });
});

describe("cache-control", () => {
  test("hashed files are cached for a year, and a missing one (404) is not cached", async () => {
    const name = readdirSync(path.join(projectRoot, "build/client/assets")).find((each) => each.endsWith(".js"));
    const found = await fetch(`${product.url}/assets/${name}`);
    expect(found.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const missing = await fetch(`${product.url}/assets/gone-abc123.js`);
    expect(missing.status).toBe(404);
    expect(missing.headers.get("cache-control")).toBe("no-store");
  });

  test("other files are cached for an hour, and a repeated request with their ETag is 304", async () => {
    const { headers } = await fetch(`${product.url}/favicon.svg`);
    expect(headers.get("cache-control")).toBe("public, max-age=3600");
    const again = { "if-none-match": String(headers.get("etag")) };
    expect(await send({ path: "/favicon.svg", headers: again })).toBe(304);
  });

  test("responses of services are not cached (401), and their content policy forbids everything", async () => {
    const { headers } = await fetch(`${product.url}/services/auth/.well-known/openid-configuration`);
    const own = await fetch(`${product.url}/services/control-panel/v1/me`);
    expect(own.status).toBe(401);
    expect(own.headers.get("cache-control")).toBe("no-store");
    for (const each of [headers, own.headers]) {
      expect(each.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    }
  });

  test("pages are not cached", async () => {
    expect((await fetch(product.url)).headers.get("cache-control")).toContain("no-store");
  });
});

describe("compression of responses", () => {
  const encodingOf = async (path: string, accepted: string) =>
    (await fetch(product.url + path, { headers: { "accept-encoding": accepted } })).headers.get("content-encoding");

  test.each(["/login", "/assets"])(
    "%s is sent as brotli, else gzip, and uncompressed when the client accepts neither",
    async (at) => {
      const name = readdirSync(path.join(projectRoot, "build/client/assets")).find((each) => each.endsWith(".css"));
      const address = at === "/assets" ? `/assets/${name}` : at;
      expect(await encodingOf(address, "gzip, br")).toBe("br");
      expect(await encodingOf(address, "gzip")).toBe("gzip");
      expect(await encodingOf(address, "identity")).toBeNull();
    },
  );

  test("given a range request, then 206 with exactly those bytes, uncompressed", async () => {
    const headers = { range: "bytes=0-9", "accept-encoding": "gzip, br" };
    const part = await fetch(`${product.url}/favicon.svg`, { headers });
    expect([part.status, part.headers.get("content-encoding")]).toEqual([206, null]);
    expect((await part.arrayBuffer()).byteLength).toBe(10);
  });
});

test("given HEAD, then a page's 200 and content type without a body", async () => {
  const response = await fetch(`${product.url}/login`, { method: "HEAD" });
  expect([response.status, await response.text()]).toEqual([200, ""]);
  expect(response.headers.get("content-type")).toContain("text/html");
});

describe("requests that the server rejects", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };

  test("a form from another origin or another realm is forbidden (403), and one from the own origin accepted", async () => {
    const ask = (headers: Record<string, string>) =>
      send({ path: "/preferences", method: "POST", headers: { ...form, ...headers }, body: "theme=dark" });
    expect(await ask({ origin: "https://evil.example" })).toBe(403);
    expect(await ask({ origin: "null" })).toBe(403);
    expect(await ask({ "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await ask({ host: `se.localhost:${product.port}`, origin: product.url }), "another realm's page").toBe(403);
    expect(await ask({ host: `localhost:${product.port}`, origin: product.url })).toBe(302);
  });

  test("an invalid Host or X-Forwarded-Host is 400", async () => {
    expect(await send({ path: "/", headers: { host: "a/b" } })).toBe(400);
    expect(await send({ path: "/", headers: { host: "user@host" } })).toBe(400);
    expect(await send({ path: "/", headers: { "x-forwarded-host": "a/b" } }), "as a trusted proxy says").toBe(400);
  });

  test("the methods PROPFIND and TRACE are 405", async () => {
    expect(await send({ path: "/", method: "PROPFIND" })).toBe(405);
    expect(await send({ path: "/", method: "TRACE" })).toBe(405);
  });

  test("a form whose Referer alone names another site is forbidden (403)", async () => {
    const headers = { ...form, host: `localhost:${product.port}`, referer: "https://evil.example/page" };
    expect(await send({ path: "/preferences", method: "POST", headers, body: "theme=dark" })).toBe(403);
  });

  test("a service call from another origin is forbidden (403), and one without an origin reaches the service", async () => {
    const call = (headers: Record<string, string>) =>
      send({
        path: "/services/auth/v2/token",
        method: "POST",
        headers: { ...form, ...headers },
        body: "grant_type=none",
      });
    expect(await call({ origin: "https://evil.example" })).toBe(403);
    expect(await call({})).toBe(400);
  });

  test("a body over 2 MB is 413 or breaks the connection, with or without content-length", async () => {
    const body = "x".repeat(2 * 1024 * 1024 + 1);
    const headers = { ...form, host: `localhost:${product.port}` };
    const counted = send({
      path: "/preferences",
      method: "POST",
      headers: { ...headers, "content-length": String(body.length) },
      body,
    });
    // The response may arrive before the whole body is sent, which breaks the pipe.
    expect(await counted.catch((error: NodeJS.ErrnoException) => error.code)).toBeOneOf([413, "EPIPE", "ECONNRESET"]);
    const chunked = send({
      path: "/preferences",
      method: "POST",
      headers: { ...headers, "transfer-encoding": "chunked" },
      body,
    });
    expect(await chunked.catch((error: NodeJS.ErrnoException) => error.code)).toBeOneOf([413, "EPIPE", "ECONNRESET"]);
  });

  test("a range beyond the end of a file is 416", async () => {
    const range = { range: "bytes=99999999-" };
    expect(await send({ path: "/favicon.svg", headers: range })).toBe(416);
  });

  test.each([
    "//evil.example/..",
    "//evil.example/form",
    "//",
    "//%2e",
    "//user@evil.example:99999/",
    "//[::1",
    "/x/..//y",
  ])("the path %s, which begins with two slashes, is 404 whatever the method, and leads nowhere", async (odd) => {
    expect(await send({ path: odd })).toBe(404);
    expect(await send({ path: odd, method: "HEAD" })).toBe(404);
    expect(await send({ path: odd, method: "POST", headers: form, body: "a=b" })).toBe(404);
    const response = await fetchRaw(odd);
    expect(response.headers.location).toBeUndefined();
    expect(response.body).toContain("404");
    expect(response.body).not.toContain("evil.example");
  });

  test("a path with thousands of folders is 404 at once", async () => {
    const started = performance.now();
    expect(await send({ path: `/${"a/".repeat(4000)}` })).toBe(404);
    expect(await send({ path: `/__manifest?p=/${"a/".repeat(3000)}` })).toBe(400);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test("a path with invalid percent-encoding is 400 or 404", async () => {
    expect(await send({ path: "/%E0%A4%A" })).toBeOneOf([400, 404]);
  });
});

describe("rejected requests of a browser window", () => {
  const window = { accept: "text/html", "sec-fetch-dest": "document" };
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(product.url + path, { ...init, headers: { ...window, ...(init.headers as Record<string, string>) } });

  async function expectPage(response: Response, status: number, words: string): Promise<void> {
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(response.headers.get("content-security-policy")).toContain("script-src");
    const html = await response.text();
    expect(html).toContain("Något gick fel");
    expect(html).toContain(words);
    expect(html).toContain('data-brand="fabel"');
    expect(html, "a script would go on from an address that it cannot read").not.toContain("__remixContext");
  }

  test.each(["/%E0%A4%A", "/reader/%FF?x=%E0", "/%"])(
    "the path %s, which is invalid, shows an error page with 400",
    async (path) => {
      await expectPage(await ask(path), 400, "går inte att läsa");
    },
  );

  test("a form from another site shows an error page with 403 in the user's language", async () => {
    const form = { method: "POST", body: new URLSearchParams({ theme: "dark" }) };
    const headers = { origin: "https://evil.example" };
    await expectPage(await ask("/preferences", { ...form, headers }), 403, "En annan webbplats");
    const cookie = `fabel_locale=${encodeURIComponent(Buffer.from('"fr"').toString("base64"))}`;
    const french = await ask("/preferences", { ...form, headers: { ...headers, cookie } });
    expect(await french.text()).toContain("Un autre site a voulu modifier");
  });

  test("a form that is too long (413) shows a link back to the form", async () => {
    const refusedAt = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const headers = { ...window, "content-type": "application/x-www-form-urlencoded", "content-length": 3_000_000 };
        const sent = request(
          { port: product.port, host: "127.0.0.1", method: "POST", path, headers },
          async (response) => {
            expect(response.statusCode).toBe(413);
            resolve(Buffer.concat(await response.toArray()).toString());
            sent.destroy();
          },
        );
        sent.once("error", reject);
        sent.flushHeaders();
      });
    const page = await refusedAt("/login/act-as?user=a%22%3E%3Cb&more=1");
    expect(page).toContain("för stort");
    expect(page).toMatch(
      /<a [^>]*href="\/login\/act-as\?user=a%22%3E%3Cb&amp;more=1"(?:(?!<\/a>).)*Tillbaka till formuläret/s,
    );
  });

  test("an invalid path of a service returns 400 as JSON", async () => {
    const response = await ask("/services/auth/%FF");
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ error: "bad_request" })]);
  });
});

describe("/metrics", () => {
  test("is served to this machine and with the token, and forbidden (403) to other clients", async () => {
    const metrics = await (await fetch(`${product.url}/metrics`)).text();
    expect(metrics).toContain("fabel_requests_total");
    expect(metrics).toMatch(/^fabel_cache_size\{cache="page-handlers"\} \d+$/m);
    expect(metrics).toMatch(/^fabel_cache_reads_total\{cache="display",result="miss"\} \d+$/m);
    const remote = { "x-forwarded-for": "203.0.113.7" };
    expect((await fetch(`${product.url}/metrics`, { headers: remote })).status).toBe(403);
    const withToken = { ...remote, authorization: "Bearer a-token-for-metrics" };
    expect((await fetch(`${product.url}/metrics`, { headers: withToken })).status).toBe(200);
  });
});

describe("the request log", () => {
  test("has one line with the response's request id, and no part of the query", async () => {
    const response = await fetch(`${product.url}/login?id_token_hint=hush-hush&redirect=%2Freader`);
    const requestId = response.headers.get("x-request-id");
    await response.text();
    await expect
      .poll(async () => (await readLog(product)).find((line) => line.requestId === requestId))
      .toMatchObject({
        method: "GET",
        path: "/login",
        status: response.status,
      });
    expect(JSON.stringify(await readLog(product))).not.toContain("hush-hush");
    // Any other field could be personal data: an IP address, a user agent, a name.
    const requests = (await readLog(product)).filter((line) => "path" in line);
    const names = new Set(requests.flatMap((line) => Object.keys(line)));
    const meant = ["aborted", "level", "method", "milliseconds", "msg", "path", "requestId", "status", "time"];
    expect([...names].filter((name) => !meant.includes(name))).toEqual([]);
  });

  test("has a different id for each request", async () => {
    const ids = await Promise.all([1, 2].map(async () => (await fetch(product.url)).headers.get("x-request-id")));
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids[0]).not.toBe(ids[1]);
  });

  test("keeps a proxy's well-formed request id and replaces any other", async () => {
    const given = await fetch(product.url, { headers: { "x-request-id": "balancer-12345678" } });
    expect(given.headers.get("x-request-id")).toBe("balancer-12345678");
    const strange = await fetch(product.url, { headers: { "x-request-id": "<script>" } });
    expect(strange.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test("the role fabel_audit owns the audit tables after the first start (docs/security.md, line 26)", async () => {
  const host = await readFile(path.join(product.dataDir, "postgres/socket-folder"), "utf8");
  for (const database of ["fabel_eu", "fabel_us"]) {
    const client = new pg.Client({ host: host.trim(), user: "fabel", database });
    await client.connect();
    const { rows } = await client.query(
      `select c.oid::regclass::text as name, pg_get_userbyid(c.relowner) as keeper from pg_class c
       where c.oid in ('directory.audit'::regclass, 'auth.events'::regclass) order by 1`,
    );
    await client.end();
    const keeper = "fabel_audit";
    expect(rows).toEqual([
      { name: "auth.events", keeper },
      { name: "directory.audit", keeper },
    ]);
  }
});
