import { sql } from "drizzle-orm";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { matrixTarget } from "#tests/support/permission-matrix";
import { type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { loadPeopleList } from "~/control-panel/people/people-list.server";
import { loadPerson } from "~/control-panel/people/person-page.server";
import { loadProfile, submitProfile } from "~/profile/profile.server";
import { requireUser } from "./guard.server";

/** Number of database statements per page; goals, "The control panel": at most 5 statements a list page. */

const origin = "https://se.localhost";
let databases: Databases;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
});

/** Statements that all connections send while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const original = pg.Client.prototype.query;
  const seen: string[] = [];
  // `query` has many overloads, so all arguments are passed on unchanged.
  pg.Client.prototype.query = function (this: pg.Client, ...parts: unknown[]) {
    const [query] = parts as [string | { text?: string }];
    seen.push(typeof query === "string" ? query : String(query.text));
    return (original as (...all: unknown[]) => unknown).apply(this, parts);
  } as typeof original;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
  return seen;
}

const afterFiveMinutes = () =>
  databases.eu.execute(sql`update web.sessions set last_seen_at = now() - interval '6 minutes'`);

describe("guard", () => {
  it("sends two statements, also after five minutes without a request", async () => {
    const browser = await signedInBrowser(origin, "teacher.se");
    const warm = await statementsOf(() => requireUser(processBackend(), browser.request("/profile")));
    await afterFiveMinutes();
    const cold = await statementsOf(() => requireUser(processBackend(), browser.request("/profile")));
    expect([warm.length, cold.length]).toEqual([2, 2]);
  });
});

describe("sign-in", () => {
  it("sends 12 statements besides those for rate limits, one of them because the browser is new; four write", async () => {
    await signedInBrowser(origin, "teacher.se");
    const all = await statementsOf(() => signedInBrowser(origin, "teacher.se"));
    const statements = all.filter((text) => !text.includes("rate_limits"));
    const writes = statements.filter((text) => /\b(insert into|update|delete from)\b/i.test(text));
    expect([statements.length, writes.length]).toEqual([12, 4]);
  });
});

describe("list page", () => {
  it("sends at most 5 statements, also with force=true, and at most 6 on the first load", async () => {
    const browser = await signedInBrowser(origin, "admin.se");
    await afterFiveMinutes();
    const load = (query = "") =>
      loadPeopleList(processBackend(), browser.request(`/controlpanel/students${query}`), "students");
    const cold = await statementsOf(() => load());
    const warm = await statementsOf(() => load());
    const forced = await statementsOf(() => load("?force=true"));
    expect(cold.length).toBeLessThanOrEqual(6);
    expect(warm.length).toBeLessThanOrEqual(5);
    expect(forced.length).toBeLessThanOrEqual(5);
  });
});

describe("a pupil's page", () => {
  it("sends at most 6 statements, also with force=true, and one less while the groups to choose from are cached", async () => {
    const browser = await signedInBrowser(origin, "admin.se");
    const { student } = await matrixTarget(databases.eu, "se", "se-1001", "school");
    const load = (query = "") =>
      loadPerson(processBackend(), browser.request(`/controlpanel/students/${student}${query}`), "students", student);
    const cold = await statementsOf(() => load());
    const warm = await statementsOf(() => load());
    const forced = await statementsOf(() => load("?force=true"));
    expect(cold.length).toBeLessThanOrEqual(6);
    expect(warm.length).toBeLessThanOrEqual(5);
    expect(forced.length).toBeLessThanOrEqual(6);
  });
});

describe("cached data of me, organisations and groups", () => {
  const ofDirectory = (statements: string[]) =>
    statements.filter(
      (text) =>
        !text.includes("isStepUpRequired") &&
        /directory\.(memberships|groups|subscription_periods) /.test(text) &&
        /own|"emailVerified"/.test(text),
    );

  it("is read once for two loads of the profile, and again after a write", async () => {
    const browser = await signedInBrowser(origin, "teacher.se");
    const load = () => loadProfile(processBackend(), browser.request("/profile"));
    const first = await statementsOf(load);
    const second = await statementsOf(load);
    expect(ofDirectory(first).length).toBeGreaterThan(0);
    expect(ofDirectory(second)).toEqual([]);
    await submitProfile(processBackend(), browser.post("/profile", { intent: "end-other-sessions" }));
    expect(ofDirectory(await statementsOf(load)).length).toBe(ofDirectory(first).length);
  });

  it("does not decide rights: a removed role takes effect at once", async () => {
    const browser = await signedInBrowser(origin, "admin.se");
    await loadProfile(processBackend(), browser.request("/profile"));
    const isAdmin = async () => (await requireUser(processBackend(), browser.request("/"))).user.isAdmin;
    expect(await isAdmin()).toBe(true);
    await databases.eu.execute(sql`
      update directory.associations set admin = false where user_id = (select id from directory.users where username = 'admin.se')`);
    expect(await isAdmin()).toBe(false);
  });
});
