import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readToEnd, sourceOptions } from "#tests/support/read-roster";
import { smallSource } from "#tests/support/roster-content";
import { type RosterSource, type SourceFault, startRosterSource } from "#tests/support/roster-source";
import { missingValues } from "#tests/support/roster-texts";
import { readOneRosterRest } from "../oneroster/read-rest";
import { RosterSourceError } from "../roster";
import { readSkolon } from "../skolon/read-skolon";
import type { SourceConfig, SourceOptions } from "../source-options";
import { readSs12000 } from "../ss12000/read-ss12000";

/** Sources that fail on their way; docs/product/control-panel.md#sources. The server is a process of its own. */

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

  test("that fails or breaks off by the way is asked again and read whole", async () => {
    await source.fail(
      { list, from: 1, times: 1, kind: "status", status: 503 },
      { list, from: 2, times: 1, kind: "cut" },
    );
    const { byId } = await readToEnd(kinds[kind](sourceOptions()));
    expect(Object.keys(byId)).toHaveLength(9);
  });

  test("that ends in the middle of a document, as if that were all, is cut off", async () => {
    expect((await faultOf(kind, {}, { list, from: 1, kind: "cut", quietly: true })).code).toBe("cut_off");
  });

  test("that breaks off again and again is cut off, and no roster comes to its end", async () => {
    const { code, values } = await faultOf(kind, {}, { list, from: 1, kind: "cut" });
    expect({ code, host: values.host }).toEqual({ code: "cut_off", host: host() });
    expect(values.path).toMatch(new RegExp(`/${list}$`));
  });

  test("that asks us to wait is waited for, and not longer than allowed", async () => {
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

  test("that answers too slowly is given up", async () => {
    expect(await faultOf(kind, { responseMs: 300 }, { list, kind: "slow", ms: 2_000 })).toEqual({
      code: "too_slow",
      values: { host: host(), seconds: 1 },
    });
    expect((await faultOf(kind, { totalMs: 250 }, { list, kind: "slow", ms: 200 })).code).toBe("too_slow");
  });

  test("that repeats its pages is found out", async () => {
    expect((await faultOf(kind, {}, { list, kind: "repeat" })).code).toBe("repeated_page");
  });

  test("that changes its ids from one request to the next is found out", async () => {
    const { code } = await faultOf(kind, {}, { list, kind: "ids" });
    expect(code).toBe("changed_id");
  });

  test("that has two people of whom nothing but the id differs is read all the same", async () => {
    const content = smallSource();
    const [first, second] = content.people.filter(({ role }) => role === "student");
    if (!first || !second) throw new Error("The sample has pupils");
    const { username, externalId, givenName, familyName, email } = first;
    Object.assign(second, { username, externalId, givenName, familyName, email });
    await source.set(content);
    const { byId } = await readToEnd(kinds[kind](sourceOptions()));
    expect(Object.keys(byId)).toHaveLength(9);
  });

  test("that refuses us, has nothing there, fails or answers with a page says so", async () => {
    expect(await faultOf(kind, {}, { list, kind: "status", status: 403 })).toEqual({
      code: "unauthorised",
      values: { host: host() },
    });
    expect((await faultOf(kind, {}, { list, kind: "status", status: 404 })).code).toBe("not_found");
    expect((await faultOf(kind, {}, { list, kind: "redirect", to: "http://127.0.0.1:1/" })).code).toBe("not_found");
    expect((await faultOf(kind, {}, { list, kind: "status", status: 500 })).values).toMatchObject({ status: 500 });
    expect((await faultOf(kind, {}, { list, kind: "page" })).code).toBe("malformed_answer");
  });

  test("that gives no token refuses us", async () => {
    expect((await faultOf(kind, {}, { list: "token", kind: "status", status: 400 })).code).toBe("unauthorised");
  });

  test("whose answer is larger than allowed is given up", async () => {
    expect((await faultOf(kind, { answerBytes: 500 })).code).toBe("too_large");
    expect((await faultOf(kind, { totalBytes: 2_000 })).code).toBe("too_large");
  });

  test("is left alone as soon as the reading is ended", async () => {
    await source.fail({ list, kind: "slow", ms: 2_000 });
    const ending = new AbortController();
    setTimeout(() => ending.abort(new Error("The product stops")), 300);
    await expect(readToEnd(kinds[kind](sourceOptions({}, ending.signal)))).rejects.toThrow("The product stops");
  });

  test("in a private network is not called unless that is allowed", async () => {
    await source.fail();
    const options = sourceOptions({ privateAddresses: "refuse" });
    await expect(readToEnd(kinds[kind](options))).rejects.toMatchObject({ code: "bad_address" });
    expect(await source.requests()).toEqual([]);
  });
});

test.each(["OneRoster 1.1", "OneRoster 1.2", "Skolon"] as const)(
  "a list of %s that ends before as many came as the source counted is cut off",
  async (kind) => {
    expect((await faultOf(kind, {}, { list: peopleOf[kind], kind: "short" })).code).toBe("cut_off");
  },
);

test("a token that is refused in the middle is renewed once", async () => {
  await source.fail({ list: "users", from: 1, times: 1, kind: "status", status: 401 });
  await readToEnd(kinds["OneRoster 1.1"](sourceOptions()));
  expect((await source.requests()).filter((line) => line.includes("/oauth/token"))).toHaveLength(2);
});

test("a link to another server is not followed, so that the token stays with its source", async () => {
  const { code } = await faultOf("OneRoster 1.2", {}, { list: "users", kind: "link", to: "http://localhost:1" });
  expect(code).toBe("malformed_answer");
});

test("a server that is not there is unreachable", async () => {
  const config = { baseUrl: "http://127.0.0.1:1", credentials: { kind: "bearer" as const, token: "a" } };
  await expect(readToEnd(readSkolon(config, sourceOptions()))).rejects.toMatchObject({
    code: "unreachable",
    values: { host: "127.0.0.1:1" },
  });
});
