import { beforeAll, describe, expect, it, vi } from "vitest";
import { Browser, sessionScene } from "#tests/support/session-scene";
import { processBackend } from "~/composition/process-backend.server";
import { type BrowserError, maxReports, reportCaught, watchErrors } from "~/http/browser-errors";
import { receiveBrowserError } from "./browser-errors.server";

type Listener = (event: unknown) => void;

function pageAt(pathname: string) {
  const listeners = new Map<string, Listener>();
  const sent: BrowserError[] = [];
  const page = { addEventListener: (name: string, on: Listener) => listeners.set(name, on), location: { pathname } };
  watchErrors(page as never, (error) => sent.push(error));
  return { sent, fire: (name: string, event: unknown) => listeners.get(name)?.(event) };
}

describe("watchErrors", () => {
  it("sends uncaught errors and errors of the error page, without ids in the path", () => {
    const { sent, fire } = pageAt("/controlpanel/students/0b9c1a52-7a52-4a79-9d44-0b8a0c4a2f11");
    fire("error", { error: new TypeError("x is undefined") });
    fire("unhandledrejection", { reason: "no answer" });
    reportCaught(new Error("shown"));
    expect(sent.map(({ name, message, path }) => [name, message, path])).toEqual([
      ["TypeError", "x is undefined", "/controlpanel/students/:id"],
      ["Thrown", "no answer", "/controlpanel/students/:id"],
      ["Error", "shown", "/controlpanel/students/:id"],
    ]);
    expect(sent[0]?.stack).toContain("browser-errors.test.ts");
  });

  it("sends the same error once and at most maxReports errors", () => {
    const { sent, fire } = pageAt("/");
    const error = new Error("again");
    for (let time = 0; time < 3; time += 1) fire("error", { error });
    expect(sent).toHaveLength(1);
    for (let time = 0; time < 20; time += 1) fire("error", { error: new Error(`no ${time}`) });
    expect(sent).toHaveLength(maxReports);
  });

  it("sends nothing when an image fails to load", () => {
    const { sent, fire } = pageAt("/");
    fire("error", {});
    fire("error", { error: null });
    expect(sent).toEqual([]);
  });
});

describe("POST /browser-errors", () => {
  const browser = new Browser("https://se.localhost");
  const report: BrowserError = {
    name: "TypeError",
    message: "x is undefined for elsa@skola.example\nforged: line",
    stack:
      "TypeError: x\n    at read (https://se.localhost/assets/a.js?token=abc:1:2)\nread@https://x.example/b.js:3:4\nforged",
    path: "/reader/:id",
  };
  const post = (body: unknown, init: RequestInit = {}, ipAddress = "192.0.2.1") => {
    const request = browser.request("/browser-errors", {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "content-type": "application/json", origin: browser.origin },
      ...init,
    });
    return processBackend().withClientInfo({ ipAddress, requestId: "r-1" }, () =>
      receiveBrowserError(processBackend(), request),
    );
  };
  const statusOf = (response: Promise<Response>) =>
    response.then(
      ({ status }) => status,
      (thrown: Response) => thrown.status,
    );

  beforeAll(async () => {
    await sessionScene([]);
  });

  it("logs the report without e-mail addresses, queries and forged lines", async () => {
    const lines: string[] = [];
    const log = vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
    expect(await statusOf(post(report))).toBe(204);
    log.mockRestore();
    expect(lines).toEqual([
      [
        "browser r-1: TypeError: x is undefined for [address] forged: line (/reader/:id)",
        "    at read (https://se.localhost/assets/a.js:1:2)",
        "    at read (https://x.example/b.js:3:4)",
      ].join("\n"),
    ]);
  });

  it("rejects foreign, non-JSON, invalid and too long reports, and other methods", async () => {
    const json = { "content-type": "application/json" };
    expect(await statusOf(post(report, { headers: { ...json, origin: "https://evil.example" } }))).toBe(403);
    expect(await statusOf(post(report, { headers: { "content-type": "text/plain", origin: browser.origin } }))).toBe(
      415,
    );
    expect(await statusOf(post({ ...report, message: "x".repeat(501) }))).toBe(400);
    expect(await statusOf(post("{"))).toBe(400);
    expect(await statusOf(post({ ...report, stack: "x".repeat(20_000) }))).toBe(413);
    expect(await statusOf(receiveBrowserError(processBackend(), browser.request("/browser-errors")))).toBe(405);
  });

  it("accepts 20 reports a minute from an IP address, then returns 429 with Retry-After", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const responses: Response[] = [];
    for (let time = 0; time < 25; time += 1) responses.push(await post(report, {}, "192.0.2.9"));
    log.mockRestore();
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(20);
    expect(Number(responses.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(responses.at(-1)?.status).toBe(429);
  });
});
