import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { uidOf } from "#tests/support/callers";
import { origin, targetIn } from "#tests/support/page-matrix";
import { type Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { tableHashes } from "#tests/support/table-hashes";
import { processBackend } from "~/composition/process-backend.server";
import type { Realm } from "~/realms/realm";
import { accountContracts } from "~/services/contracts/account";
import { activityContracts } from "~/services/contracts/activity";
import { authContracts } from "~/services/contracts/auth";
import { importContracts } from "~/services/contracts/imports";
import { jobContracts } from "~/services/contracts/jobs";
import { libraryContracts } from "~/services/contracts/library";
import { savedListContracts } from "~/services/contracts/saved-lists";
import { ServiceError } from "~/services/contracts/service-error";
import { submissionContracts } from "~/services/contracts/submissions";
import { syncContracts } from "~/services/contracts/sync";
import { optionalUser } from "~/session/guard.server";
import { type Call, type Foreign, type Input, naming, ofOneself, type Role, roles } from "./foreign-id-calls";

/**
 * Every call of the sign-in, account, library, submissions and sync services, of jobs and of saved lists, with ids of another school,
 * realm and region: it reveals and writes nothing. The calls of the control panel, customer management and payment (`access.test.ts`)
 * have matrices next to them. A call that is missing here fails the test. docs/security.md, line 19.
 */

type Elsewhere = [place: string, realm: Realm, school: string, somebody: string];
/** The own school, which some roles may access, to prove that the calls can succeed. */
const own: Elsewhere = ["the own school", "se", "se-1001", "teacher.se"];
const elsewhere: Elsewhere[] = [
  ["another school", "se", "se-1002", "guardian.se"],
  ["another realm", "no", "no-1001", "admin.no"],
  ["another region", "us", "us-1001", "admin.us"],
];

let databases: Databases;
const browsers = {} as Record<Role, Browser>;
const things = new Map<string, Foreign>();

beforeAll(async () => {
  databases = await sessionScene(["se", "no", "us"]);
  for (const role of roles) browsers[role] = await signedInBrowser(origin, `${role}.se`);
  for (const place of [own, ...elsewhere]) things.set(place[0], await foreignIn(place));
});

async function foreignIn([, realm, school, somebody]: Elsewhere): Promise<Foreign> {
  const database = realm === "us" ? databases.us : databases.eu;
  const target = await targetIn(database, realm, school, somebody, {});
  const book = `only-there-${target.secret}`;
  await database.execute(sql`insert into library.books (id, version, checksum, title, shelf, manifest)
    values (${book}, 'v1', ${book}, ${`Book ${target.secret}`}, '{}', '{}')`);
  // Books belong to a realm: in the own realm, no book is offered to another school only.
  if (realm !== "se")
    await database.execute(sql`insert into library.catalogue (realm, book_id) values (${realm}, ${book})`);
  const owner = school === "se-1001" ? await uidOf(database, somebody) : target.guardian;
  const { rows } = await database.execute<{
    session: string;
    view: string;
    profile: string;
    import: string;
    sync: string;
    syncJob: string;
  }>(sql`
    with person as (select ${owner}::uuid as uid),
    session as (
      insert into auth.sessions (uid, realm, client_id, scope, amr, acr, auth_time, expires_at)
      select uid, ${realm}, 'fabel-web', 'openid', '{pwd}', 'basic', now(), now() + interval '1 hour'
      from person returning id),
    view as (
      insert into lists.views (uid, realm, list, name, query)
      select uid, ${realm}, 'students', ${target.secret}, '' from person returning id),
    profile as (
      insert into directory.family_profiles (realm, owner_uid, name, avatar)
      select ${realm}, uid, ${target.secret}, 'fox' from person returning id),
    import as (
      insert into imports.imports (realm, organization_id, root_id, state, file_name, file_size, started_by, is_secure)
      select ${realm}, o.id, o.id, 'ready', ${`${target.secret}.xlsx`}, 1, person.uid, false
      from person, directory.organizations o where o.uid = ${target.school} returning id),
    sync as (
      insert into sync.sources (id, realm, organization_id, type, name, address)
      select gen_random_uuid(), ${realm}, o.id, 'skolon', ${target.secret}, 'https://roster.example/'
      from directory.organizations o where o.uid = ${target.school} returning id, organization_id),
    sync_job as (
      insert into sync.jobs (realm, organization_id, sync_id, state, is_by_schedule, is_dry_run, started_by, is_secure)
      select ${realm}, organization_id, id, 'held', false, false, ${owner}::uuid, false from sync returning id)
    select session.id as session, view.id as view, profile.id as profile, import.id as import, sync.id as sync,
      sync_job.id as "syncJob"
    from session, view, profile, import, sync, sync_job`);
  const { rows: assigned } = await database.execute<{ assignment: string; submission: string }>(sql`
    with assignment as (
      insert into submissions.assignments (realm, type, title, description, exercises, book_id, book_title, group_id,
        group_uid, group_name, organization_id, author_uid, shared)
      select ${realm}, 'Assignment', ${target.secret}, '', '[]', ${book}, '', g.id, g.uid, ${target.secret},
        g.organization_id, ${target.employee}::uuid, true from directory.groups g where g.uid = ${target.group}
      returning id),
    submission as (
      insert into submissions.submissions (assignment_id, realm, uid)
      select id, ${realm}, ${target.student}::uuid from assignment returning id)
    select assignment.id as assignment, submission.id as submission from assignment, submission`);
  const { rows: noted } = await database.execute<{ noteSet: string }>(sql`
    insert into library.note_sets (id, realm, book_id, group_id, author_uid, title, shown_from)
    select gen_random_uuid(), ${realm}, ${book}, g.id, ${target.employee}::uuid, ${target.secret}, '2020-01-01'
    from directory.groups g where g.uid = ${target.group} returning id as "noteSet"`);
  const { rows: led } = await database.execute<{ ledReading: string }>(sql`
    insert into library.led_readings (id, realm, uid, book_id, code, ends_at)
    values (gen_random_uuid(), ${realm}, ${owner}, ${book}, lpad((random() * 999999)::int::text, 6, '0'), now() + interval '1 hour')
    returning id as "ledReading"`);
  return { ...target, book, ...assigned[0], ...noted[0], ...rows[0], ...led[0] } as Foreign;
}

async function statusOf(role: Role, name: string, { client, input }: Call, target: Foreign): Promise<number> {
  const { credentials } = await optionalUser(processBackend(), browsers[role].request("/"));
  type Ask = (input: Input, by: typeof credentials) => Promise<{ status: number; body: unknown }>;
  const ask = (processBackend().clients[client] as unknown as Record<string, Ask>)[name];
  if (!ask) throw new Error(`there is no ${name}`);
  try {
    const response = await ask(input(target), credentials);
    expect(JSON.stringify(response.body ?? "")).not.toMatch(new RegExp(`${target.secret}\\b`));
    return response.status;
  } catch (error) {
    if (error instanceof ServiceError) return error.status;
    throw error;
  }
}

const rows = Object.entries(naming);

test("the matrix has every call of the contracts", () => {
  const contracts = {
    ...accountContracts,
    ...authContracts,
    ...libraryContracts,
    ...activityContracts,
    ...jobContracts,
    ...importContracts,
    ...savedListContracts,
    ...submissionContracts,
    ...syncContracts,
  };
  expect([...rows.map(([name]) => name), ...ofOneself].sort()).toEqual(Object.keys(contracts).sort());
});

/** Tables that any request may write to: sessions, sign-in events and rate limits. */
const traces = ["web.sessions", "auth.sessions", "auth.events", "auth.rate_limits"];

async function changedTables(work: () => Promise<void>): Promise<string[]> {
  const both = [databases.eu, databases.us];
  const before = await Promise.all(both.map(tableHashes));
  await work();
  const after = await Promise.all(both.map(tableHashes));
  return after.flatMap((prints, place) =>
    Object.keys(prints).filter((table) => prints[table] !== before[place]?.[table] && !traces.includes(table)),
  );
}

describe.each(elsewhere)("given ids of %s", (place, realm) => {
  test.each(rows)(
    "%s is refused for every role without a scope there, reveals no secret and writes nothing",
    async (name, call) => {
      const target = things.get(place) as Foreign;
      const changed = await changedTables(async () => {
        for (const role of roles) {
          if (role === "super" && realm === "se" && call.isReachedBySuper) continue;
          const inRealm = role === "super" && place === "another school" ? call.refusedInRealm : undefined;
          const expected = inRealm ?? call.refused?.[role] ?? 404;
          expect(await statusOf(role, name, call, target), `${name} by ${role}`).toBe(expected);
        }
      });
      expect(changed).toEqual([]);
    },
  );
});

test("after these calls, the sessions elsewhere are not ended", async () => {
  for (const [place, realm] of elsewhere) {
    const database = realm === "us" ? databases.us : databases.eu;
    const { rows: living } = await database.execute(
      sql`select 1 from auth.sessions where id = ${things.get(place)?.session} and ended_at is null`,
    );
    expect(living, place).toHaveLength(1);
  }
});

describe("given ids of the own school", () => {
  const reached: Array<[string, Role, number]> = [
    ["getUserBooks", "teacher", 200],
    ["deleteSchoolBook", "teacher", 403],
    ["deleteSchoolBook", "admin", 204],
    ["deleteGroupBook", "student", 404],
    ["deleteGroupBook", "teacher", 204],
    ["getActingTarget", "admin", 200],
    ["turnLedReading", "teacher", 204],
    ["endLedReading", "admin", 404],
    ["getJob", "teacher", 200],
    ["getJobResults", "teacher", 200],
    ["endSession", "teacher", 204],
    ["deleteListView", "teacher", 204],
    ["cancelJob", "teacher", 204],
  ];
  test.each(reached)("%s by %s returns %i", async (name, role, status) => {
    const target = { ...(things.get(own[0]) as Foreign), secret: "no-secret-of-ours" };
    expect(await statusOf(role, name, naming[name] as Call, target)).toBe(status);
  });
});
