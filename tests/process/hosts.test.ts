import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningProduct } from "#tests/support/running-product";
import { startPlainProduct } from "./plain-product";

/** Which hosts are served, by a whole process in both modes. docs/security.md, line 34; the rules are in app/realms/served-hosts.test.ts. */

type Call = { path: string; method?: string; body?: unknown };
type Reply = { status: number; location: string | undefined; body: string };

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };

function sendTo(product: RunningProduct, { path, method = "GET", body }: Call, headers: Record<string, string>) {
  const sent = typeof body === "string" ? body : body && JSON.stringify(body);
  const type = typeof body === "string" ? form : body ? json : {};
  return new Promise<Reply>((resolve, reject) => {
    const respond = async (response: IncomingMessage) =>
      resolve({
        status: Number(response.statusCode),
        location: response.headers.location,
        body: await text(response),
      });
    request({ port: product.port, host: "127.0.0.1", path, method, headers: { ...type, ...headers } }, respond)
      .once("error", reject)
      .end(sent);
  });
}

/** Every call that takes an address or makes one, with the address of a page on `origin`. */
function addressCalls(origin: string): Call[] {
  const page = `${origin}/page`;
  const pages = { successUrl: page, cancelUrl: page, locale: "sv" };
  const query = new URLSearchParams({ client_id: "fabel-web", redirect_uri: `${origin}/login/callback` });
  return [
    {
      path: "/services/account/password-resets",
      method: "POST",
      body: { username: "a", resetUrl: page, locale: "sv" },
    },
    { path: "/services/account/me/email-verification", method: "POST", body: { confirmUrl: page, locale: "sv" } },
    {
      path: "/services/account/me/email",
      method: "POST",
      body: { email: "a@b.example", confirmUrl: page, locale: "sv" },
    },
    { path: "/services/payment/checkout", method: "POST", body: { orderId: "1", ...pages } },
    { path: "/services/payment/payment-methods/checkout", method: "POST", body: pages },
    { path: "/services/auth/.well-known/openid-configuration" },
    { path: `/services/auth/v1/authorize?${query}` },
    { path: `/services/auth/logout?post_logout_redirect_uri=${encodeURIComponent(page)}` },
    { path: "/services/auth/v2/token", method: "POST", body: "grant_type=refresh_token&refresh_token=x" },
    { path: "/services/auth/v1/external/example/attempts", method: "POST", body: { authorize: String(query) } },
    { path: "/services/library/v1/books/a/resources-url" },
    { path: "/services/control-panel/v1/jobs", method: "POST", body: {} },
    { path: "/login/forgot", method: "POST", body: "username=a" },
    { path: "/login" },
    { path: "/" },
    { path: "/services/auth/openapi.json" },
    { path: "/no-such-page" },
  ];
}

async function expectAll(product: RunningProduct, origin: string, headers: Record<string, string>, is421: boolean) {
  for (const call of addressCalls(origin)) {
    const { status } = await sendTo(product, call, headers);
    expect(status === 421, `${call.method ?? "GET"} ${call.path} with ${JSON.stringify(headers)}: ${status}`).toBe(
      is421,
    );
  }
}

async function issuerAt(product: RunningProduct, headers: Record<string, string>): Promise<string> {
  const { body } = await sendTo(product, { path: "/services/auth/.well-known/openid-configuration" }, headers);
  return (JSON.parse(body) as { issuer: string }).issuer;
}

const reset = { path: "/services/account/password-resets", method: "POST" };
const resetTo = (resetUrl: string) => ({ ...reset, body: { username: "nobody", resetUrl, locale: "sv" } });

let product: RunningProduct;
afterAll(() => product.stop());

describe("given no public origin", () => {
  beforeAll(async () => {
    product = await startPlainProduct({ program: "serve" });
  });

  test("a warning says that only this machine is served", () => {
    expect(product.output()).toMatch(/^No PUBLIC_ORIGIN_\{REALM\} is set: only this machine is served/m);
  });

  test.each([
    { host: "evil.example" },
    { host: "www.fabelskolan.se" },
    { host: "fr.localhost.evil.example" },
    { "x-forwarded-host": "evil.example" },
    { "x-forwarded-host": "localhost, evil.example" },
  ])("given %j, then every call that takes or makes an address is misdirected (421)", async (headers) => {
    await expectAll(product, "http://evil.example", { host: "localhost", ...headers } as Record<string, string>, true);
  });

  test("a browser gets a page that says so in its own language, and a program JSON", async () => {
    const window = { host: "evil.example", accept: "text/html", "sec-fetch-dest": "document" };
    const page = await sendTo(product, { path: "/login" }, { ...window, "accept-language": "de-AT,en;q=0.5" });
    expect([page.status, page.body]).toEqual([421, expect.stringContaining('<html lang="de">')]);
    expect(page.body).toContain("Diese Adresse gehört nicht hierher");
    expect(page.body).toContain("PUBLIC_ORIGIN_{REALM}");
    expect(page.body).not.toContain("evil.example");
    expect((await sendTo(product, { path: "/" }, window)).body).toContain('<html lang="en-GB">');
    const program = await sendTo(product, { path: "/services/auth/openapi.json" }, window);
    expect(JSON.parse(program.body)).toMatchObject({ error: "misdirected_request" });
  });

  test("hosts of this machine are served, and make issuers of their own", async () => {
    const host = `fr.localhost:${product.port}`;
    await expectAll(product, `http://${host}`, { host }, false);
    expect(await issuerAt(product, { host })).toBe(`http://${host}/services/auth`);
    expect(await issuerAt(product, { host: `localhost:${product.port}`, "x-country": "fr" })).toBe(
      `http://${host}/services/auth`,
    );
    expect(await issuerAt(product, { host: "127.0.0.1", "x-forwarded-host": host })).toBe(
      `http://${host}/services/auth`,
    );
  });

  test("a reset link must lead to the host of the request", async () => {
    const headers = { host: `localhost:${product.port}` };
    expect((await sendTo(product, resetTo("http://evil.example/x"), headers)).status).toBe(400);
    expect((await sendTo(product, resetTo(`http://localhost:${product.port}/x`), headers)).status).toBe(204);
  });

  test("health checks respond to any host, and to HTTP/1.0 without one", async () => {
    for (const path of ["/healthz", "/readyz", "/metrics"]) {
      for (const host of ["evil.example", "a b"]) {
        expect((await sendTo(product, { path }, { host })).status, `${path} for ${host}`).toBe(200);
      }
      expect(await statusLineOf(product.port, `GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
    }
    expect(await statusLineOf(product.port, "GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
    const post = { path: "/healthz", method: "POST", body: "" };
    expect((await sendTo(product, post, { host: "evil.example" })).status, "a write is no health check").toBe(421);
  });

  test("two Host headers are refused, also where both are served", async () => {
    const own = `localhost:${product.port}`;
    for (const hosts of [
      [own, "evil.example"],
      ["evil.example", own],
      [own, own],
    ]) {
      const lines = hosts.map((host) => `Host: ${host}\r\n`).join("");
      const request = `GET /login HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`;
      expect(await statusLineOf(product.port, request), String(hosts)).toMatch(/^HTTP\/1\.1 400 /);
    }
  });
});

describe("given public origins", () => {
  const se = { host: "skola.example" };

  beforeAll(async () => {
    await product.stop();
    product = await startPlainProduct({
      program: "serve",
      environment: {
        DOMAIN_SE: "skola.example",
        PUBLIC_ORIGIN_FR: "https://lire.example:8443",
        FRANCE_OTHER_DOMAIN: "livres.example",
        SERVICE_HOSTS: "services.internal",
        CONTENT_ORIGIN: "https://content.example",
      },
    });
  });

  test("no warning is printed", () => {
    expect(product.output()).not.toMatch(/PUBLIC_ORIGIN/);
  });

  test.each([
    { host: "evil.example" },
    { host: "localhost" },
    { host: "127.0.0.1" },
    { host: "lire.example" },
    { host: "skola.example", "x-forwarded-host": "evil.example" },
  ])("given %j, then every call that takes or makes an address is misdirected (421)", async (headers) => {
    await expectAll(product, "http://evil.example", headers as Record<string, string>, true);
  });

  test("configured hosts are served, and make the issuer of their realm whatever headers say", async () => {
    await expectAll(product, "https://skola.example", se, false);
    expect(await issuerAt(product, se)).toBe("https://skola.example/services/auth");
    expect(await issuerAt(product, { host: "SKOLA.example:80" })).toBe("https://skola.example/services/auth");
    expect(await issuerAt(product, { ...se, "x-forwarded-host": "lire.example:8443" })).toBe(
      "https://lire.example:8443/services/auth",
    );
  });

  test("a reset link must lie at the realm's origin", async () => {
    expect((await sendTo(product, resetTo("https://lire.example:8443/x"), se)).status, "another realm's").toBe(400);
    expect((await sendTo(product, resetTo("http://skola.example/x"), se)).status, "without TLS").toBe(400);
    expect((await sendTo(product, resetTo("https://skola.example/x"), se)).status).toBe(204);
  });

  test("a host of services serves calls only, for the realm that the call names", async () => {
    const host = "services.internal";
    expect((await sendTo(product, { path: "/login" }, { host })).status).toBe(421);
    expect(await issuerAt(product, { host, "x-country": "fr" })).toBe("https://lire.example:8443/services/auth");
    const unnamed = await sendTo(product, resetTo("https://skola.example/x"), { host });
    expect([unnamed.status, unnamed.body]).toEqual([400, expect.stringContaining("x-country")]);
    const unserved = await sendTo(product, resetTo("https://skola.example/x"), { host, "x-country": "uk" });
    expect([unserved.status, unserved.body]).toEqual([400, expect.stringContaining("not served")]);
    expect((await sendTo(product, resetTo("https://skola.example/x"), { host, "x-country": "se" })).status).toBe(204);
  });

  test("the content's host serves content only", async () => {
    const host = "content.example";
    expect((await sendTo(product, { path: "/services/library/content/a/1/b.xhtml" }, { host })).status).toBe(403);
    expect((await sendTo(product, { path: "/services/auth/openapi.json" }, { host })).status).toBe(421);
    expect((await sendTo(product, { path: "/" }, { host })).status).toBe(421);
  });

  test.each([
    ["www.skola.example", "GET", 308, "https://skola.example/a?b=%2F"],
    ["www.fabelskolan.se", "HEAD", 308, "https://skola.example/a?b=%2F"],
    ["fabulette.fr", "GET", 308, "https://lire.example:8443/a?b=%2F"],
    ["livres.example", "GET", 301, "https://lire.example:8443/a?b=%2F"],
    ["www.livres.example:80", "GET", 301, "https://lire.example:8443/a?b=%2F"],
    ["livres.example", "POST", 301, "https://lire.example:8443/a?b=%2F"],
    ["www.skola.example", "POST", 421, undefined],
    ["fabel.de", "GET", 421, undefined],
  ])("%s (%s) responds with %i to %s", async (host, method, status, location) => {
    expect(await sendTo(product, { path: "/a?b=%2F", method }, { host })).toMatchObject({ status, location });
  });

  test("given plain http at the proxy, then a page redirects to https, and a write is refused (403); otherwise the header changes nothing", async () => {
    const insecure = { ...se, "x-forwarded-proto": "http" };
    for (const [path, method, body] of [
      ["/login", "POST", "username=a"],
      [
        "/services/account/password-resets",
        "POST",
        { username: "nobody", resetUrl: "https://skola.example/x", locale: "sv" },
      ],
      ["/services/auth/v1/sessions", "DELETE", undefined],
    ] as const) {
      expect((await sendTo(product, { path, method, body }, insecure)).status, `${method} ${path}`).toBe(403);
    }
    const window = { accept: "text/html", "sec-fetch-dest": "document" };
    const page = await sendTo(
      product,
      { path: "/login", method: "POST", body: "username=a" },
      { ...insecure, ...window },
    );
    expect(page.body).toContain("skickades okrypterat");
    const plain = await sendTo(product, { path: "/login?a=b" }, { ...se, "x-forwarded-proto": "http" });
    expect(plain).toMatchObject({ status: 308, location: "https://skola.example/login?a=b" });
    expect((await sendTo(product, { path: "/login" }, se)).status).toBe(200);
    expect(await issuerAt(product, { ...se, "x-forwarded-proto": "https" })).toBe(
      "https://skola.example/services/auth",
    );
  });
});

/** The status line of the response to a request that no HTTP client would send. */
function statusLineOf(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    socket.setEncoding("utf8").on("data", (part) => {
      reply += part;
    });
    socket.once("error", reject).once("close", () => resolve(reply.split("\r\n")[0] ?? ""));
  });
}
