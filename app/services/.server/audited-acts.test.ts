import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, callerOf, uidOf } from "../../../tests/support/callers";
import { credentialsDouble } from "../../../tests/support/credentials-double";
import { testDatabase } from "../../../tests/support/database";
import { epubFiles, writeEpub } from "../../../tests/support/make-epub";
import { temporaryFolder } from "../../../tests/support/temporary-folder";
import type { Database } from "../../db/.server/connect";
import { seedRealm } from "../../db/.server/seed/people";
import { secretBox } from "../../secret-box.server";
import { auditActs } from "../contracts/audit-acts";
import { controlPanelContracts } from "../contracts/control-panel";
import { customerManagementContracts } from "../contracts/customer-management";
import { jobContracts } from "../contracts/jobs";
import { libraryContracts } from "../contracts/library";
import { createControlPanelService } from "./control-panel/service";
import { createCustomerManagementService } from "./customer-management/customer-management-service";
import { createIdentityDirectory } from "./directory/identity-store";
import { createPurge } from "./directory/purge";
import type { Service } from "./endpoint";
import { createJobEndpoints } from "./jobs/job-endpoints";
import { runJob } from "./jobs/job-runner";
import { diskStorage } from "./library/disk-storage";
import { ingestBook } from "./library/ingest/ingest-book";
import { createLibrary } from "./library/library-service";

/**
 * Every call that changes something leaves its lines in the audit: what was done, to whom, by whom. A call that is not in the table
 * fails, and so does an act that no call leaves. security.md, line 26.
 */

type Thing = "pupil" | "guardian" | "group" | "newGroup" | "newPupil" | "school" | "otherSchool" | "newSchool";
type Things = Record<Thing, string>;
type Input = { params?: object; body?: object };
type Step = [call: string, input: (things: Things) => Input, lines: Array<[action: string, subject: Thing | "self"]>];

const attributes = (of: Record<string, unknown>) => ({
  data: { attributes: Object.fromEntries(Object.entries(of).map(([name, value]) => [name, { value }])) },
});
const student = ({ pupil }: Things) => ({ version: "v1", type: "students", id: pupil });
const words = { title: "T", hint: "H", name: "N", username: "U", password: "P", withoutGroup: "W" };
const job = (asked: (things: Things) => object) => (things: Things) => ({
  body: { data: { selection: { ids: [things.pupil] }, ...asked(things) } },
});

const steps: Step[] = [
  [
    "createGroup",
    ({ school }) => ({ body: attributes({ name: "7X", organization: school }) }),
    [["group.created", "newGroup"]],
  ],
  [
    "updateGroup",
    ({ group }) => ({ params: { id: group }, body: attributes({ name: "7Y" }) }),
    [["group.changed", "group"]],
  ],
  [
    "putGroupUser",
    ({ newGroup, pupil }) => ({ params: { id: newGroup, userId: pupil } }),
    [["user.groups_changed", "pupil"]],
  ],
  [
    "deleteGroupUser",
    ({ newGroup, pupil }) => ({ params: { id: newGroup, userId: pupil } }),
    [["user.groups_changed", "pupil"]],
  ],
  [
    "putUserGroups",
    ({ group, pupil }) => ({ params: { id: pupil }, body: { data: [group] } }),
    [["user.groups_changed", "pupil"]],
  ],
  [
    "deleteUserGroup",
    ({ group, pupil }) => ({ params: { id: pupil, groupId: group } }),
    [["user.groups_changed", "pupil"]],
  ],
  [
    "putUserGroup",
    ({ group, pupil }) => ({ params: { id: pupil, groupId: group } }),
    [["user.groups_changed", "pupil"]],
  ],
  ["managed putGroup", ({ group }) => ({ body: { uid: group, name: "7Z" } }), [["group.changed", "group"]]],
  [
    "createPerson",
    ({ school }) => ({
      params: { version: "v1", type: "students" },
      body: attributes({ name: "Nya Eleven", username: "nya.eleven", organizations: [school] }),
    }),
    [["user.created", "newPupil"]],
  ],
  [
    "updatePerson",
    (things) => ({ params: student(things), body: attributes({ name: "Nytt Namn" }) }),
    [["user.changed", "pupil"]],
  ],
  ["resetPassword", (things) => ({ params: student(things) }), [["user.password_set", "pupil"]]],
  ["endUserSessions", ({ pupil }) => ({ params: { id: pupil } }), [["user.sessions_ended", "pupil"]]],
  [
    "endUserSession",
    ({ pupil }) => ({ params: { id: pupil, sessionId: "00000000-0000-4000-8000-000000000009" } }),
    [["user.sessions_ended", "pupil"]],
  ],
  ["issueBadge", ({ pupil }) => ({ params: { id: pupil } }), [["user.badge_issued", "pupil"]]],
  ["voidBadge", ({ pupil }) => ({ params: { id: pupil } }), [["user.badge_voided", "pupil"]]],
  [
    "deletePupil",
    ({ guardian, pupil }) => ({ params: { id: guardian, studentId: pupil } }),
    [["user.changed", "guardian"]],
  ],
  [
    "putPupil",
    ({ guardian, pupil }) => ({ params: { id: guardian, studentId: pupil } }),
    [["user.changed", "guardian"]],
  ],
  [
    "createJob export",
    job(() => ({ kind: "export", fileName: "pupils", format: "csv", columns: [{ id: "name", head: "N" }] })),
    [["people.exported", "self"]],
  ],
  ["createJob move", job(({ newGroup }) => ({ kind: "move", group: newGroup })), [["user.groups_changed", "pupil"]]],
  [
    "createJob passwords",
    job(() => ({ kind: "passwords", fileName: "sheet", words })),
    [["user.password_set", "pupil"]],
  ],
  ["createJob badges", job(() => ({ kind: "badges", fileName: "sheet", words })), [["user.badge_issued", "pupil"]]],
  ["createJob void-badges", job(() => ({ kind: "void-badges" })), [["user.badge_voided", "pupil"]]],
  ["createJob deactivate", job(() => ({ kind: "deactivate" })), [["user.changed", "pupil"]]],
  ["createJob delete", job(() => ({ kind: "delete" })), [["user.deleted", "pupil"]]],
  ["deleteGroup", ({ newGroup }) => ({ params: { id: newGroup } }), [["group.deleted", "newGroup"]]],
  ["restoreGroup", ({ newGroup }) => ({ params: { id: newGroup } }), [["group.restored", "newGroup"]]],
  ["deleteGroup", ({ newGroup }) => ({ params: { id: newGroup } }), [["group.deleted", "newGroup"]]],
  ["restorePerson", (things) => ({ params: student(things) }), [["user.restored", "pupil"]]],
  ["deletePerson", (things) => ({ params: student(things) }), [["user.deleted", "pupil"]]],
  ["restorePerson", (things) => ({ params: student(things) }), [["user.restored", "pupil"]]],
  [
    "putUserSchool",
    ({ guardian, otherSchool }) => ({
      params: { userUid: guardian, schoolUid: otherSchool },
      body: { role: "guardian" },
    }),
    [["user.changed", "guardian"]],
  ],
  [
    "deleteUserSchool",
    ({ guardian, otherSchool }) => ({ params: { userUid: guardian, schoolUid: otherSchool } }),
    [["user.changed", "guardian"]],
  ],
  [
    "putUserSchools",
    ({ newPupil, otherSchool }) => ({
      params: { id: newPupil },
      body: { schoolAssociations: [{ schoolUid: otherSchool, role: "student" }] },
    }),
    [["user.changed", "newPupil"]],
  ],
  ["deleteUser", ({ guardian }) => ({ params: { uid: guardian } }), [["user.deleted", "guardian"]]],
  ["createSchoolUnit", () => ({ body: { name: "Ny skola", type: "school" } }), [["organization.created", "newSchool"]]],
  [
    "updateSchoolUnit",
    ({ otherSchool }) => ({ params: { uid: otherSchool }, body: { city: "Lund" } }),
    [["organization.changed", "otherSchool"]],
  ],
  [
    "deleteSchoolUnit",
    ({ otherSchool }) => ({ params: { uid: otherSchool } }),
    [
      ["organization.deleted", "otherSchool"],
      ["user.deleted", "newPupil"],
    ],
  ],
  [
    "restoreSchoolUnit",
    ({ otherSchool }) => ({ params: { uid: otherSchool } }),
    [
      ["organization.restored", "otherSchool"],
      ["user.restored", "newPupil"],
    ],
  ],
  ["uploadBook", () => ({ body: new Blob([smallBook]).stream() }), [["book.added", "self"]]],
  ["deleteSchoolUnit", ({ newSchool }) => ({ params: { uid: newSchool } }), [["organization.deleted", "newSchool"]]],
];

/** Ending a job of one's own, or keeping one's own place in a book: nothing of anybody else's changes by it. */
const changesNobody = ["cancelJob", "setLastMark", "setBookmarks"];

let smallBook: Uint8Array<ArrayBuffer>;

let database: Database;
const things = {} as Things;
const services: Service<never>[] = [];

beforeAll(async () => {
  database = (await testDatabase()).database;
  await seedRealm(database, "se");
  const databases = { eu: database, us: database };
  const credentials = { ...credentialsDouble, endSession: async () => true };
  const deps = {
    databases,
    identity: createIdentityDirectory(databases),
    credentials,
    secrets: secretBox("a secret of more than thirty-two letters", "jobs"),
    changed: () => undefined,
    report: (error: unknown) => {
      throw error;
    },
  };
  const queue = { send: (region: "eu" | "us", id: string) => runJob(deps, region, id, () => false) };
  const library = createLibrary({
    databases,
    identity: deps.identity,
    storage: diskStorage(await temporaryFolder("books")),
    ingest: ingestBook,
    contentOrigin: null,
    mayViewShelf: async () => false,
    ageLimitOf: async () => null,
  });
  const jobs = { name: "control-panel", endpoints: createJobEndpoints({ databases, queue }) };
  services.push(
    createControlPanelService({ databases, credentials }) as never,
    createCustomerManagementService({ databases, credentials }) as never,
    jobs as never,
    library.service as never,
  );
  smallBook = new Uint8Array(await readFile(await writeEpub(epubFiles())));
  const uidBy = async (query: ReturnType<typeof sql>) =>
    String((await database.execute<{ uid: string }>(query)).rows[0]?.uid);
  things.pupil = await uidOf(database, "student.se");
  things.guardian = await uidOf(database, "guardian.se");
  things.school = await uidBy(sql`select uid from directory.organizations where school_unit_code = 'se-1001'`);
  things.otherSchool = await uidBy(sql`select uid from directory.organizations where school_unit_code = 'se-1002'`);
  things.group = await uidBy(sql`
    select g.uid from directory.groups g join directory.organizations o on o.id = g.organization_id
    where o.school_unit_code = 'se-1001' and g.type = 'class' order by g.id limit 1`);
  await database.execute(sql`update directory.organizations set qr_code_login_enabled = true`);
});

/** What the audit has grown by since it was last asked. */
let seen = 0;
async function newLines() {
  const { rows } = await database.execute<{ id: number; action: string; subject_uid: string; user_uid: string | null }>(
    sql`select id::int as id, action, subject_uid, user_uid from directory.audit where id > ${seen} order by id`,
  );
  seen = rows.at(-1)?.id ?? seen;
  return rows;
}

const done = new Set<string>();

test.each(steps.map(([call, input, lines], index) => ({ call, input, lines, index })))(
  "$index $call",
  async ({ call, input, lines }) => {
    const caller = await callerOf(database, "super.se");
    const [first = "", second] = call.split(" ");
    const name = first === "managed" ? String(second) : first;
    const service = services.find(({ endpoints }) => name in endpoints) as Service<never>;
    await newLines();
    const answer = await ask(service, name as never, input(things), caller);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
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

test("beginning to act as somebody, and what time removes", async () => {
  const [actorUid, targetUid] = [await uidOf(database, "admin.se"), things.pupil];
  await newLines();
  const identity = createIdentityDirectory({ eu: database, us: database });
  await identity.noteActing("se", { actorUid, targetUid, reason: "hjälp", requestId: "r", ipAddress: null });
  const shape = { id: expect.anything() };
  expect(await newLines()).toEqual([
    { ...shape, action: "user.impersonated", subject_uid: targetUid, user_uid: actorUid },
  ]);
  await createPurge({ eu: database, us: database }, [])(new Date(Date.now() + 30 * 24 * 60 * 60 * 1000));
  const purged = await newLines();
  expect(purged).toContainEqual({ ...shape, action: "user.purged", subject_uid: things.guardian, user_uid: null });
  const school = { action: "organization.purged", subject_uid: things.newSchool, user_uid: null };
  expect(purged).toContainEqual({ ...shape, ...school });
  expect(purged).toContainEqual({ ...shape, action: "group.purged", subject_uid: things.newGroup, user_uid: null });
  for (const action of ["user.impersonated", "user.purged", "group.purged", "organization.purged"]) done.add(action);
});

afterAll(() => {
  const contracts = { ...controlPanelContracts, ...customerManagementContracts, ...jobContracts, ...libraryContracts };
  const writes = Object.entries(contracts).filter(
    ([name, { method }]) => method !== "GET" && !changesNobody.includes(name),
  );
  // What is refused is no act of these: directory/refused-acts.test.ts.
  const acts = auditActs.filter((act) => act !== "act.refused");
  const wanted = [...writes.map(([name]) => name), ...acts];
  expect(wanted.filter((name) => !done.has(name))).toEqual([]);
});
