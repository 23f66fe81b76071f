import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { auditedSteps, storedPeriods, type Thing, type Things } from "#tests/support/audited-steps";
import { sessionSecret, testHosts } from "#tests/support/auth-secrets";
import { ask, callerOf, uidOf } from "#tests/support/callers";
import { testDatabase } from "#tests/support/database";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { tableHashes } from "#tests/support/table-hashes";
import { temporaryFolder } from "#tests/support/temporary-folder";
import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { secretBox } from "~/security/secret-box.server";
import { createAuthService } from "~/services/.server/auth/auth-service";
import { createJobEndpoints } from "~/services/.server/control-panel/job-endpoints";
import { createControlPanelService } from "~/services/.server/control-panel/service";
import { createCustomerManagementService } from "~/services/.server/customer-management/customer-management-service";
import { accessOf } from "~/services/.server/directory/access";
import { joinGroupByCode } from "~/services/.server/directory/groups/group-codes";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { findPerson, type Person } from "~/services/.server/directory/people/people-store";
import { createPurge } from "~/services/.server/directory/purge";
import type { Service } from "~/services/.server/dispatch/endpoint";
import { runJob } from "~/services/.server/jobs/job-runner";
import { diskStorage } from "~/services/.server/library/disk-storage";
import { ingestBook } from "~/services/.server/library/ingest/ingest-book";
import { createLibrary } from "~/services/.server/library/library-service";
import { auditActions } from "~/services/contracts/audit-actions";
import { controlPanelContracts } from "~/services/contracts/control-panel";
import { customerManagementContracts } from "~/services/contracts/customer-management";
import { jobContracts } from "~/services/contracts/jobs";
import { libraryContracts } from "~/services/contracts/library";

/**
 * Every write adds its entries to the audit: action, subject and user. If an entry cannot be stored, the write is rolled back.
 * A write that the table lacks fails the test, and so does an action that no write produces. docs/security.md, line 26.
 */

/** Writes without an audit entry: they change only the caller's job, reading data or led reading. */
const changesNobody = [
  ...["cancelJob", "setLastMark", "setBookmarks", "changeAnnotations", "changeSavedWords"],
  ...["setReading", "addReadingLog"],
  // Notes: the sets of a class have entries, their notes and what a pupil does with them have none.
  ...["changeNoteSetNotes", "hideNoteSet", "shareNote", "unshareNote"],
  // Covered by app/services/.server/library/class-notes/class-notes.test.ts.
  ...["saveNoteSet", "deleteNoteSet"],
  // Whoever reads together is stored nowhere.
  ...["startLedReading", "turnLedReading", "endLedReading", "joinLedReading"],
  // Parents choose for their own children.
  ...["withholdBook", "releaseBook"],
];

let database: Database;
const things = {} as Things;
const services: Service<never>[] = [];

beforeAll(async () => {
  const own = await testDatabase();
  database = own.database;
  await seedRealm(database, "se");
  const databases = { eu: database, us: database };
  const identity = createIdentityDirectory(databases);
  const smsSender = { sendCode: async () => undefined };
  const hosts = testHosts;
  const auth = createAuthService({ databases, identity, sessionSecret, hosts, smsSender, providers: {} });
  // The proof is tested elsewhere; the callers here have not signed in.
  const credentials = { ...auth.credentials, ...credentialsOfOthers };
  const deps = {
    databases,
    identity,
    credentials,
    secrets: secretBox("a secret of more than thirty-two letters", "jobs"),
    changed: () => undefined,
    report: countRefusal,
  };
  const queue = { send: (region: "eu" | "us", { id }: { id: string }) => runJob(deps, region, id, () => false) };
  const library = createLibrary({
    databases,
    identity: deps.identity,
    storage: diskStorage(await temporaryFolder("books")),
    ingest: ingestBook,
    contentOrigin: null,
    bookBackEnd: null,
    mayViewShelf: async () => false,
    ledCodeGuesses: { count: async () => undefined, refund: async () => undefined },
    ageLimitOf: async () => null,
    queue: { send: (region, { id }) => library.uploads.run(region, id, () => false) },
    report: countRefusal,
  });
  const jobs = { name: "control-panel", endpoints: createJobEndpoints({ databases, queue }) };
  services.push(
    createControlPanelService({ databases, credentials }) as never,
    createCustomerManagementService({ databases, credentials }) as never,
    jobs as never,
    library.service as never,
  );
  await library.addBook(await writeEpub(epubFiles({ "EPUB/style.css": "p { color: teal }" })), {
    realms: ["se"],
    id: "shelved",
  });
  things.book = new Uint8Array(await readFile(await writeEpub(epubFiles())));
  const uidBy = async (query: ReturnType<typeof sql>) =>
    String((await database.execute<{ uid: string }>(query)).rows[0]?.uid);
  things.pupil = await uidOf(database, "student.se");
  things.guardian = await uidOf(database, "guardian.se");
  things.employee = await uidOf(database, "teacher.se");
  things.school = await uidBy(sql`select uid from directory.organizations where school_unit_code = 'se-1001'`);
  for (const [thing, column, table] of [
    ["pupil", "user_id", "users"],
    ["school", "organization_id", "organizations"],
  ] as const) {
    await database.execute(sql`
      insert into directory.subscription_periods (legacy_id, realm, type, ${sql.raw(column)}, starts_on, ends_on)
      select ${storedPeriods[thing]}, realm, 'fabel-school', id, '2045-01-01', '2045-01-02'
      from directory.${sql.raw(table)} where uid = ${things[thing]}`);
  }
  things.otherSchool = await uidBy(sql`select uid from directory.organizations where school_unit_code = 'se-1002'`);
  things.group = await uidBy(sql`
    select g.uid from directory.groups g join directory.organizations o on o.id = g.organization_id
    where o.school_unit_code = 'se-1001' and g.type = 'class' order by g.id limit 1`);
  await database.execute(
    sql`update directory.organizations set qr_code_login_enabled = true, picture_login_enabled = true`,
  );
  await database.execute(sql`
    create table refused_lines (action text);
    create function refuse_line() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from refused_lines r where r.action = new.action) then
        raise exception 'this line is refused';
      end if;
      return new;
    end $$`);
  await own.administer(
    "create trigger refuse_line before insert on directory.audit for each row execute function refuse_line()",
  );
});

/** Credentials that are not the auth service's own. */
const credentialsOfOthers = {
  requireFreshProof: async () => undefined,
  mailPasswordLink: async () => "e…@exempel.se",
};

/** Number of audit entries that the database has refused. */
let refusals = 0;

function countRefusal(error: unknown): void {
  const isRefusal = (cause: unknown): boolean =>
    cause instanceof Error && (cause.message.includes("this line is refused") || isRefusal(cause.cause));
  if (!isRefusal(error)) throw error;
  refusals += 1;
}

/** Runs `work` while entries of `action` cannot be inserted; returns the number of refused entries. */
async function withoutLine(action: string, work: () => Promise<unknown>): Promise<number> {
  const before = refusals;
  await database.execute(sql`insert into refused_lines values (${action})`);
  await work().catch(countRefusal);
  await database.execute(sql`delete from refused_lines`);
  return refusals - before;
}

/** Fingerprints of all rows except jobs and uploads, which may record an attempt, and the number of job files. */
async function standing() {
  const prints = Object.entries(await tableHashes(database)).filter(
    ([table]) => !/^jobs\.|^library\.uploads$/.test(table),
  );
  const { rows } = await database.execute(sql`select count(*) from jobs.jobs where file_name is not null`);
  return { ...Object.fromEntries(prints), files: rows[0] };
}

/** Inserts a session of the student, signed in with a badge. */
async function beginSession(): Promise<void> {
  const { rows } = await database.execute<{ id: string }>(sql`
    insert into auth.sessions (realm, uid, client_id, scope, amr, acr, auth_time, expires_at)
    values ('se', ${things.pupil}, 'fabel-web', 'openid', '{qr}', 'basic', now(), now() + interval '1 day') returning id`);
  things.session = String(rows[0]?.id);
}

/** Id of the last audit entry that `newLines` has returned. */
let seen = 0;
async function newLines() {
  const { rows } = await database.execute<{ id: number; action: string; subject_uid: string; user_uid: string | null }>(
    sql`select id::int as id, action, subject_uid, user_uid from directory.audit where id > ${seen} order by id`,
  );
  seen = rows.at(-1)?.id ?? seen;
  return rows;
}

const done = new Set<string>();

test.each(auditedSteps.map(([call, input, lines], index) => ({ call, input, lines, index })))(
  "$index $call adds its audit entries, and is rolled back when one of them is refused",
  async ({ call, input, lines }) => {
    const caller = await callerOf(database, "super.se");
    const [first = "", second] = call.split(" ");
    const name = first === "managed" ? String(second) : first;
    const service = services.find(({ endpoints }) => name in endpoints) as Service<never>;
    await beginSession();
    for (const action of new Set(lines.map(([name]) => name))) {
      const before = await standing();
      expect(await withoutLine(action, () => ask(service, name as never, input(things), caller)), action).toBe(1);
      expect(await standing(), action).toEqual(before);
    }
    await newLines();
    const response = await ask(service, name as never, input(things), caller);
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
    done.add(name);
    const found = await newLines();
    for (const [action, subject] of lines) {
      if (subject.startsWith("new") && things[subject as Thing] === undefined) {
        things[subject as Thing] = String(found[0]?.subject_uid);
      }
      const subject_uid = subject === "self" ? caller.user?.uid : things[subject];
      expect(found).toContainEqual({ id: expect.anything(), action, subject_uid, user_uid: caller.user?.uid });
      done.add(action);
    }
  },
);

test("joining a class by its code adds an audit entry, and is rolled back when it is refused", async () => {
  await database.execute(sql`update directory.users set status = 'active' where uid = ${things.pupil}`);
  const caller = await callerOf(database, "student.se");
  const pupil = await findPerson(database, "se", things.pupil, 0);
  await database.execute(sql`
    update directory.groups set code = 'AUDITED2', code_expires_at = now() + interval '1 day' where uid = ${things.group}`);
  await database.execute(sql`
    insert into directory.associations (user_id, organization_id, realm, role)
    select ${pupil?.id}, organization_id, realm, 'student' from directory.groups where uid = ${things.group} on conflict do nothing`);
  await database.execute(sql`delete from directory.memberships where user_id = ${pupil?.id}`);
  const join = () => joinGroupByCode(database, accessOf(caller), pupil as Person, "AUDITED2");
  const before = await standing();
  expect(await withoutLine("user.joined_by_code", join)).toBe(1);
  expect(await standing()).toEqual(before);
  await newLines();
  await join();
  const line = { id: expect.anything(), action: "user.joined_by_code" };
  expect(await newLines()).toEqual([{ ...line, subject_uid: things.pupil, user_uid: things.pupil }]);
  done.add("user.joined_by_code");
});

test("acting as another user and purging add audit entries, and a purge is rolled back without its entry", async () => {
  const [actorUid, targetUid] = [await uidOf(database, "admin.se"), things.pupil];
  await newLines();
  const identity = createIdentityDirectory({ eu: database, us: database });
  const acting = { actorUid, targetUid, reason: "hjälp", requestId: "r", ipAddress: null };
  await inTransaction(database, (within) => identity.noteActing("se", acting, within));
  const shape = { id: expect.anything() };
  expect(await newLines()).toEqual([
    { ...shape, action: "user.impersonated", subject_uid: targetUid, user_uid: actorUid },
  ]);
  const ended = { actorUid, targetUid, sessionId: crypto.randomUUID(), end: "expired" };
  await inTransaction(database, (within) => identity.noteActingEnds("se", [ended], within));
  expect(await newLines()).toEqual([
    { ...shape, action: "user.impersonation_ended", subject_uid: targetUid, user_uid: actorUid },
  ]);
  const purge = () => createPurge({ eu: database, us: database }, [])(new Date(Date.now() + 30 * 24 * 60 * 60 * 1000));
  const purges = [
    ["user.purged", "users", things.guardian],
    ["organization.purged", "organizations", things.newSchool],
    ["group.purged", "groups", things.newGroup],
  ] as const;
  for (const [action, table, uid] of purges) {
    expect(await withoutLine(action, purge), action).toBe(1);
    const found = await database.execute(sql`select 1 from directory.${sql.identifier(table)} where uid = ${uid}`);
    expect(found.rowCount, action).toBe(1);
  }
  await purge();
  const purged = await newLines();
  expect(purged).toContainEqual({ ...shape, action: "user.purged", subject_uid: things.guardian, user_uid: null });
  const school = { action: "organization.purged", subject_uid: things.newSchool, user_uid: null };
  expect(purged).toContainEqual({ ...shape, ...school });
  expect(purged).toContainEqual({ ...shape, action: "group.purged", subject_uid: things.newGroup, user_uid: null });
  for (const action of [
    "user.impersonated",
    "user.impersonation_ended",
    // Covered by tests/matrix/two-organizations.test.ts.
    "user.memberships_ended",
    "user.memberships_restored",
    "user.password_mailed",
    "user.purged",
    "group.purged",
    "organization.purged",
    // Covered by tests/panel/import-people.test.ts.
    "people.imported",
    "people.import_undone",
    // Covered by app/services/.server/sync/sync-endpoints.test.ts and sync-runs.test.ts.
    "sync.settings_changed",
    "sync.source_changed",
    "sync.source_deleted",
    "sync.started",
    "sync.released",
    "sync.refused",
    // Covered by app/services/.server/payment/managed-families.test.ts.
    "payment.looked_up",
    "payment.family_opened",
    "payment.refunded",
    "payment.extended",
    "payment.statement_reviewed",
    // Covered by app/services/.server/submissions/assignment-endpoints.test.ts.
    "assignment.created",
    "assignment.changed",
    "assignment.deleted",
    "submission.commented",
    "submission.handed_back",
    // Covered by app/services/.server/library/class-notes/class-notes.test.ts.
    "class_notes.created",
    "class_notes.changed",
    "class_notes.deleted",
  ])
    done.add(action);
});

afterAll(() => {
  const contracts = { ...controlPanelContracts, ...customerManagementContracts, ...jobContracts, ...libraryContracts };
  const writes = Object.entries(contracts).filter(
    ([name, { method }]) => method !== "GET" && !changesNobody.includes(name),
  );
  // Refused attempts are covered by dispatch/refused-attempts.test.ts.
  const actions = auditActions.filter((action) => action !== "act.refused");
  const wanted = [...writes.map(([name]) => name), ...actions];
  expect(wanted.filter((name) => !done.has(name))).toEqual([]);
});
