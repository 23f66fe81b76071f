import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readToEnd, sourceOptions } from "#tests/support/read-roster";
import { smallSource } from "#tests/support/roster-content";
import { type RosterSource, type SourceFault, startRosterSource } from "#tests/support/roster-source";
import { missingValues } from "#tests/support/roster-texts";
import { readOneRosterRest } from "~/services/.server/sync/roster/oneroster/read-rest";
import { RosterSourceError } from "~/services/.server/sync/roster/roster";
import { readSkolon } from "~/services/.server/sync/roster/skolon/read-skolon";
import type { SourceConfig, SourceOptions } from "~/services/.server/sync/roster/source-options";
import { readSs12000 } from "~/services/.server/sync/roster/ss12000/read-ss12000";

/** Sources that fail while they are read; docs/product/control-panel.md#sources. The server runs in a separate process. */

let source: RosterSource;

beforeAll(async () => {
  source = await startRosterSource(smallSource());
}, 60_000);
afterAll(() => source.stop());
beforeEach(() => source.set(smallSource()));

const credentials = (): SourceConfig["credentials"] => ({
  kind: "client",
  tokenUrl: source.tokenUrl,
  clientId: source.clientId,
  clientSecret: source.clientSecret,
});
const kinds = {
  "OneRoster 1.1": (options: SourceOptions) =>
    readOneRosterRest({ baseUrl: source.bases.oneRoster, credentials: credentials(), version: "1.1" }, options),
  "OneRoster 1.2": (options: SourceOptions) =>
    readOneRosterRest({ baseUrl: source.bases.oneRoster, credentials: credentials(), version: "1.2" }, options),
  Skolon: (options: SourceOptions) => readSkolon({ baseUrl: source.bases.skolon, credentials: credentials() }, options),
  "SS 12000": (options: SourceOptions) =>
    readSs12000({ baseUrl: source.bases.ss12000, credentials: credentials() }, options),
};
type Kind = keyof typeof kinds;
const peopleOf: Record<Kind, string> = {
  "OneRoster 1.1": "users",
  "OneRoster 1.2": "users",
  Skolon: "people",
  "SS 12000": "persons",
};
const names = Object.keys(kinds) as Kind[];

async function faultOf(kind: Kind, limits: SourceOptions["limits"], ...faults: SourceFault[]) {
  await source.fail(...faults);
  const error = await readToEnd(kinds[kind](sourceOptions(limits))).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RosterSourceError);
  const { code, values, message } = error as RosterSourceError;
  expect(missingValues("fault", { code, values })).toEqual([]);
  for (const secret of [source.clientSecret, encodeURIComponent(source.clientSecret), "token-of-the-source"]) {
    expect(JSON.stringify({ values, message })).not.toContain(secret);
  }
  return { code, values };
}

describe.each(names)("a source of %s", (kind) => {
  const list = peopleOf[kind];
  const host = () => new URL(source.url).host;

  test("given a status 503 and a cut-off response, then retries and reads everything", async () => {
    await source.fail(
      { list, from: 1, times: 1, kind: "status", status: 503 },
      { list, from: 2, times: 1, kind: "cut" },
    );
    const { byId } = await readToEnd(kinds[kind](sourceOptions()));
    expect(Object.keys(byId)).toHaveLength(9);
  });

  test("given a document that ends early without a connection error, then fails as cut_off", async () => {
    expect((await faultOf(kind, {}, { list, from: 1, kind: "cut", quietly: true })).code).toBe("cut_off");
  });

  test("given responses that are cut off at every retry, then fails as cut_off with host and path", async () => {
    const { code, values } = await faultOf(kind, {}, { list, from: 1, kind: "cut" });
    expect({ code, host: values.host }).toEqual({ code: "cut_off", host: host() });
    expect(values.path).toMatch(new RegExp(`/${list}$`));
  });

  test("given a Retry-After, then waits; given a longer one than allowed, then fails as too_many_requests", async () => {
    await source.fail({ list, from: 1, times: 1, kind: "busy", seconds: 1 });
    const start = performance.now();
    const { byId } = await readToEnd(kinds[kind](sourceOptions()));
    expect(performance.now() - start).toBeGreaterThanOrEqual(990);
    expect(Object.keys(byId)).toHaveLength(9);
    expect(await faultOf(kind, { waitMs: 5_000 }, { list, kind: "busy", seconds: 6 })).toEqual({
      code: "too_many_requests",
      values: { host: host(), seconds: 5 },
    });
    expect((await faultOf(kind, {}, { list, kind: "busy" })).code).toBe("too_many_requests");
  });

  test("given a slow response or a slow roster, then fails as too_slow", async () => {
    expect(await faultOf(kind, { responseMs: 300 }, { list, kind: "slow", ms: 2_000 })).toEqual({
      code: "too_slow",
      values: { host: host(), seconds: 1 },
    });
    expect((await faultOf(kind, { totalMs: 250 }, { list, kind: "slow", ms: 200 })).code).toBe("too_slow");
  });

  test("given a repeated page, then fails as repeated_page", async () => {
    expect((await faultOf(kind, {}, { list, kind: "repeat" })).code).toBe("repeated_page");
  });

  test("given ids that change from one request to the next, then fails as changed_id", async () => {
    const { code } = await faultOf(kind, {}, { list, kind: "ids" });
    expect(code).toBe("changed_id");
  });

  test("given two people who differ only in the id, then reads both", async () => {
    const content = smallSource();
    const [first, second] = content.people.filter(({ role }) => role === "student");
    if (!first || !second) throw new Error("The sample has pupils");
    const { username, externalId, givenName, familyName, email } = first;
    Object.assign(second, { username, externalId, givenName, familyName, email });
    await source.set(content);
    const { byId } = await readToEnd(kinds[kind](sourceOptions()));
    expect(Object.keys(byId)).toHaveLength(9);
  });

  test("given status 403, 404, a redirect, 500 or an HTML page, then fails with the matching code", async () => {
    expect(await faultOf(kind, {}, { list, kind: "status", status: 403 })).toEqual({
      code: "unauthorised",
      values: { host: host() },
    });
    expect((await faultOf(kind, {}, { list, kind: "status", status: 404 })).code).toBe("not_found");
    expect((await faultOf(kind, {}, { list, kind: "redirect", to: "http://127.0.0.1:1/" })).code).toBe("not_found");
    expect((await faultOf(kind, {}, { list, kind: "status", status: 500 })).values).toMatchObject({ status: 500 });
    expect((await faultOf(kind, {}, { list, kind: "page" })).code).toBe("malformed_answer");
  });

  test("given a rejected token request, then fails as unauthorised", async () => {
    expect((await faultOf(kind, {}, { list: "token", kind: "status", status: 400 })).code).toBe("unauthorised");
  });

  test("given a response or a roster above the size limit, then fails as too_large", async () => {
    expect((await faultOf(kind, { responseBytes: 500 })).code).toBe("too_large");
    expect((await faultOf(kind, { totalBytes: 2_000 })).code).toBe("too_large");
  });

  test("given an abort signal, then stops reading with its reason", async () => {
    await source.fail({ list, kind: "slow", ms: 2_000 });
    const ending = new AbortController();
    setTimeout(() => ending.abort(new Error("The product stops")), 300);
    await expect(readToEnd(kinds[kind](sourceOptions({}, ending.signal)))).rejects.toThrow("The product stops");
  });

  test("is not called at a private address unless that is allowed", async () => {
    await source.fail();
    const options = sourceOptions({ privateAddresses: "refuse" });
    await expect(readToEnd(kinds[kind](options))).rejects.toMatchObject({ code: "bad_address" });
    expect(await source.requests()).toEqual([]);
  });
});

test.each(["OneRoster 1.1", "OneRoster 1.2", "Skolon"] as const)(
  "given a list of %s with fewer entries than the announced total, then fails as cut_off",
  async (kind) => {
    expect((await faultOf(kind, {}, { list: peopleOf[kind], kind: "short" })).code).toBe("cut_off");
  },
);

test("given a token that is rejected during the reading, then renews it once", async () => {
  await source.fail({ list: "users", from: 1, times: 1, kind: "status", status: 401 });
  await readToEnd(kinds["OneRoster 1.1"](sourceOptions()));
  expect((await source.requests()).filter((line) => line.includes("/oauth/token"))).toHaveLength(2);
});

test("does not follow a link to another server, which would receive the token", async () => {
  const { code } = await faultOf("OneRoster 1.2", {}, { list: "users", kind: "link", to: "http://localhost:1" });
  expect(code).toBe("malformed_answer");
});

test("given a server that refuses connections, then fails as unreachable", async () => {
  const config = { baseUrl: "http://127.0.0.1:1", credentials: { kind: "bearer" as const, token: "a" } };
  await expect(readToEnd(readSkolon(config, sourceOptions()))).rejects.toMatchObject({
    code: "unreachable",
    values: { host: "127.0.0.1:1" },
  });
});
