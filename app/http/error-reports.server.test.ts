import * as sentry from "@sentry/node";
import { describe, expect, it } from "vitest";
import { startReportCollector } from "#tests/support/report-collector";
import { createErrorReporter, scrub, scrubAll } from "./error-reports.server";

const jwt = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";
const token = "q3J9x-0aZb7Kd2LmN4pQ6rS8tU1vW3yX5zA7bC9dE0f";

describe("scrubbing of reports", () => {
  it.each([
    [`Authorization: Bearer ${jwt}`, jwt],
    ["Authorization: Basic ZmFiZWw6aHVzaA==", "ZmFiZWw6aHVzaA"],
    ["authorization: bearer opaque.and-short", "opaque"],
    [`GET /confirm-email?token=${token}&x=1`, token],
    [`{"refresh_token":"${token}"}`, token],
    ["form password=hunter2&username=x", "hunter2"],
    ["no mailbox for elsa.wallin+x@skola.example (550)", "elsa"],
    ["connect smtp://user:geheim@mail.example:587", "geheim"],
    ["connect postgres://user:geheim@localhost:5432/x", "geheim"],
    [`session ${token} is gone`, token],
    ["https://x.example/c?Policy=abc&Signature=def", "def"],
    ["Failed query: select $1\nparams: se,Elsa\nWallin,1\n    at Pool.query (pg.js:1:2)", "Wallin"],
    ["Failed query: insert into people values ($1)\nparams: Elsa Wallin", "Elsa"],
  ])("removes the secret from: %s", (text, secret) => {
    expect(scrub(text)).not.toContain(secret);
  });

  it("keeps file names, uids and messages", () => {
    const text = "at findPerson (app/services/people-store.ts:92:3) uid 0b9c1a52-7a52-4a79-9d44-0b8a0c4a2f11 not found";
    expect(scrub(text)).toBe(text);
    const frame = "at callRouteLoader (file:///srv/fabel/node_modules/@remix-run/server-runtime/dist/data.js:59:16)";
    expect(scrub(frame)).toBe(frame);
  });

  it("keeps the stack trace of a failed statement", () => {
    const text = "Failed query: select $1\nparams: se\n    at Pool.query (pg.js:1:2)\ncaused by Error: timeout";
    expect(scrub(text)).toBe(text.replace("params: se", "params: [hidden]"));
  });

  it("scrubs every text of a nested report", () => {
    expect(scrubAll({ a: [{ b: `x ${jwt}` }], n: 1, z: null })).toEqual({ a: [{ b: "x [token]" }], n: 1, z: null });
  });
});

describe("error report", () => {
  it("is logged as one scrubbed line without a DSN", async () => {
    const lines: string[] = [];
    const reporter = createErrorReporter(null, (line) => lines.push(line));
    reporter.report(new Error(`broken for a@b.example`, { cause: new Error(jwt) }), {
      where: "page",
      requestId: "r-1",
    });
    await reporter.close();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^page r-1: Error: broken for \[address\]/);
    expect(lines[0]).toContain("caused by");
    expect(lines[0]).not.toContain("eyJ");
  });

  it("is sent to the DSN without token, e-mail address, host name, request and user", async () => {
    const reports = await startReportCollector();
    const reporter = createErrorReporter(reports.dsn);
    // As integrations of the SDK or another library would add them.
    sentry.getGlobalScope().addEventProcessor((event) => ({
      ...event,
      ...{ server_name: "host-7", request: { url: "https://x.example/requested" }, user: { id: "reported-user" } },
      breadcrumbs: [{ message: "clicked" }],
    }));
    reporter.report(new Error(`broken for a@b.example with ${jwt}`), { where: "service", requestId: "r-2" });
    await reporter.close();
    const sent = await (await fetch(reports.url)).text();
    reports.stop();
    expect(sent).toContain("broken for [address] with [token]");
    expect(sent).toContain("r-2");
    expect(sent).not.toMatch(/eyJhbGci|a@b\.example|server_name|host-7|requested|reported-user|clicked/);
  });
});
