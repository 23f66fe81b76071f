import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { sessionSecret, testHosts } from "#tests/support/auth-secrets";
import { callerOf, uidOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { addChild } from "#tests/support/family-scene";
import { type IdentityDouble, identityDouble } from "#tests/support/identity-double";
import { libraryScene, readerUid, readerWith } from "#tests/support/library-scene";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { matrixTarget } from "#tests/support/permission-matrix";
import { proofsDouble, unexpected } from "#tests/support/proofs-double";
import {
  associationEnded,
  changed,
  type Loss,
  type Losses,
  notForPupils,
  panelWrites,
  type ReplayedWrite,
} from "#tests/support/replayed-panel-writes";
import { draftAssignment } from "#tests/support/submissions-scene";
import { createDisplayCache } from "~/caching/display-cache";
import type { Databases } from "~/db/.server/connect";
import { secretBox } from "~/security/secret-box.server";
import { createAccount } from "~/services/.server/account/account-service";
import { createActivity } from "~/services/.server/activity/activity-service";
import { createAuthService } from "~/services/.server/auth/auth-service";
import { createControlPanel } from "~/services/.server/control-panel/service";
import { createCustomerManagementService } from "~/services/.server/customer-management/customer-management-service";
import type { Caller, CallerUser } from "~/services/.server/directory/caller";
import { createSubmissions } from "~/services/.server/submissions/submissions-service";
import { createSync } from "~/services/.server/sync/sync-service";
import { ServiceError } from "~/services/contracts/service-error";
import { dispatch, isWrite, type RawInput } from "./dispatch";
import type { AnyService } from "./endpoint";
import { createIdempotency, digestOf, type Idempotency } from "./idempotency";

/**
 * A repeated write with an idempotency key gets the stored response while the caller still has the right. Without the right
 * it is rejected and gets no data. The calls of payment are in its access.test.ts; over HTTP and in process:
 * tests/matrix/replays.test.ts. docs/security.md, lines 17 to 19, 21, 27.
 */

const box = (purpose: string) => secretBox(sessionSecret, purpose);
const staleBy = 301;

let databases: Databases;
let identity: IdentityDouble;
let store: Idempotency;
let services: Record<ReplayedWrite[0], AnyService>;
let callers: Record<ReplayedWrite[2], Caller>;
let school: string;
let child = "";
let taught = "";
let group = "";
let familyHasPassword = true;
let isFactorFresh = true;
let mayOpenBook = true;

beforeAll(async () => {
  const scene = await libraryScene();
  databases = scene.databases;
  await seedRealm(databases.eu, "se");
  await scene.library.addBook(await writeEpub(epubFiles()), { realms: ["se"], id: "paid", subscription: "home" });
  identity = identityDouble(databases);
  store = createIdempotency(databases, box("idempotency"));
  // A replayed or rejected write must not send anything or reach a provider.
  const unreachable = () => Promise.reject(new Error("The work of a repeated write must not run"));
  const providers = { se: { school: { issuer: "https://id.example", clientId: "fabel", clientSecret: "s" } } };
  const smsSender = { sendCode: unreachable };
  const queue = { send: unreachable };
  const auth = createAuthService({ databases, identity, hosts: testHosts, sessionSecret, smsSender, providers });
  const account = createAccount({
    giveUpOrders: async () => undefined,
    endPayments: async () => undefined,
    purchaseOf: async () => null,
    profileErasers: [],
    databases,
    proofs: {
      ...proofsDouble,
      hasPassword: async () => familyHasPassword,
      requirePassword: unreachable,
      async requireFactor() {
        if (!isFactorFresh) throw new ServiceError(403, "secure_login_needed", "First");
      },
    },
    mailer: { send: unreachable },
    report: unexpected,
  });
  services = {
    auth: auth.service,
    account: account.service,
    library: scene.library.service,
    activity: createActivity(databases).service,
    submissions: createSubmissions({ databases, bookTitleOf: async () => (mayOpenBook ? "Paid" : null) }),
    "control-panel": createControlPanel({
      ...{ databases, credentials: credentialsDouble, queue, secrets: box("imports") },
      displayCache: createDisplayCache(),
    }),
    "customer-management": createCustomerManagementService({ databases, credentials: credentialsDouble }),
    sync: createSync({
      ...{ databases, jobDatabases: databases, identity, queue, secrets: box("sync") },
      report: unexpected,
      limits: {},
    }).service,
  };
  const teacher = identity.add({ realm: "se", username: "teacher", type: "employee", roles: ["employee"] });
  const reader = readerWith({ subscriptions: [{ type: "home" }] });
  callers = {
    teacher: changed(readerWith(teacher), { acr: "secure", authTime: seconds() }),
    classTeacher: changed(await callerOf(databases.eu, "teacher.se"), {}, { subscriptions: [{ type: "home" }] }),
    family: await callerOf(databases.eu, "family.se"),
    pupil: await callerOf(databases.eu, "student.se"),
    reader,
    admin: changed(await callerOf(databases.eu, "admin.se"), {}, { subscriptions: [{ type: "home" }] }),
    super: await callerOf(databases.eu, "super.se"),
  };
  child = await addChild(databases.eu, await uidOf(databases.eu, "family.se"), "Alma");
  const { rows } = await databases.eu.execute<{ uid: string }>(
    sql`select uid from directory.organizations where school_unit_code = 'se-1001'`,
  );
  school = rows[0]?.uid ?? "";
  const { rows: groups } = await databases.eu.execute<{ uid: string }>(sql`
    select g.uid from directory.groups g join directory.organizations o on o.id = g.organization_id
    where o.uid = ${school} limit 1`);
  group = groups[0]?.uid ?? "";
  const { rows: classes } = await databases.eu.execute<{ uid: string }>(sql`
    select g.uid from directory.groups g join directory.memberships m on m.group_id = g.id
    join directory.users u on u.id = m.user_id where u.username = 'teacher.se' and u.realm = 'se' order by g.id limit 1`);
  taught = classes[0]?.uid ?? "";
  // A school's shelf accepts only books of the school's subscription.
  await databases.eu.execute(sql`
    with type as (insert into directory.subscription_types (name, label) values ('home', 'Home') returning name)
    insert into directory.subscription_periods (realm, type, organization_id, starts_on)
    select o.realm, type.name, o.id, '2020-01-01' from type, directory.organizations o where o.uid = ${school}`);
  await databases.eu.execute(sql`
    update directory.organizations set qr_code_login_enabled = true, picture_login_enabled = true where uid = ${school}`);
});

const seconds = () => Math.floor(Date.now() / 1000);

const actingBegan: Loss = (caller) => changed(caller, { actor: "0d8f2a4e-5b1c-4e7a-9f3d-00000000aaaa" });
const signInGrewOld = (caller: Caller): Caller => changed(caller, { authTime: seconds() - staleBy });
const becameShared: Loss = (caller) => changed(caller, {}, { sharedAccount: true });
const subscriptionEnded: Loss = (caller) => changed(caller, {}, { subscriptions: [] });
const anotherSession: Loss = (caller) => changed(caller, { sessionId: "11111111-0000-4000-8000-000000000000" });

/** The caller has a second factor, a mobile number, whose proof is stale. */
const factorGrewOld: Loss = (caller) => {
  identity.setSmsNumber(String(caller.user?.uid), "+46700000067");
  return signInGrewOld(caller);
};
const factorWasSetLongAgo: Loss = async (caller) => {
  await databases.eu.execute(sql`
    insert into auth.second_factors (realm, uid, secret, confirmed_at, last_step, recovery_hashes)
    values ('se', ${caller.user?.uid}, '\\x00', now() - make_interval(secs => ${staleBy}), 0, '{}')`);
  return signInGrewOld(caller);
};

const proof = { currentPassword: "ett langt losen 7" };
const marksInput = { params: { id: "paid" } };
const position = JSON.stringify({ ncxRef: "", URI: "EPUB/one.xhtml" });
const sealedLink = (): RawInput => {
  const { uid, sessionId } = callers.teacher.user as CallerUser;
  const account = { provider: "school", issuer: "https://id.example", subject: "anna" };
  const sealed = { realm: "se", uid, sessionId, ...account, expiresAt: Date.now() + 60_000 };
  const text = box("accounts to be linked").seal(JSON.stringify(sealed)).toString("base64url");
  return { body: { proof: text } };
};
const provider = { params: { provider: "school" } };
const answered = { ...provider, body: { attempt: "a", answer: "b" } };

const acting: Losses = { "impersonation began": [actingBegan, 403, "forbidden"] };
const staleFactor: Losses = { "the second factor's proof became stale": [factorGrewOld, 403, "secure_login_needed"] };
const staleSignIn: Losses = { "the sign-in became stale": [signInGrewOld, 403, "reauthentication_required"] };
const shared: Losses = { "the account became shared": [becameShared, 403, "forbidden"] };
const noNumber: Loss = (caller) => {
  identity.setSmsNumber(String(caller.user?.uid), null);
  return caller;
};
const marks: Losses = {
  ...acting,
  ...shared,
  "the subscription ended": [subscriptionEnded, 404, "not_found"],
};
const leftTheClass: Loss = (caller) => changed(caller, {}, { ownGroups: [] });
const lostTheBook: Loss = (caller) => {
  mayOpenBook = false;
  return caller;
};
const notesDeleted: Loss = async (caller) => {
  await databases.eu.execute(sql`delete from library.note_sets`);
  return caller;
};
/** A change of notes that the class's teacher has written for it. */
async function addNoteSet(): Promise<RawInput> {
  const id = crypto.randomUUID();
  await databases.eu.execute(sql`insert into library.note_sets (id, realm, book_id, group_id, author_uid, title)
    select ${id}::uuid, 'se', 'paid', g.id, ${callers.classTeacher.user?.uid}::uuid, 'Notes'
    from directory.groups g where g.uid = ${taught}::uuid`);
  return { params: { id }, body: { changes: [{ id: crypto.randomUUID(), read: 0, annotation: null }] } };
}
const childRemoved: Loss = async (caller) => {
  await databases.eu.execute(sql`delete from directory.family_profiles where id = ${child}::uuid`);
  return caller;
};
const lateFactor: Loss = (caller) => {
  isFactorFresh = false;
  return caller;
};
const noPassword: Loss = (caller) => {
  familyHasPassword = false;
  return signInGrewOld(caller);
};
const schoolKeepsAddress: Loss = async (caller) => {
  await databases.eu.execute(sql`update directory.users set shared = true where uid = ${caller.user?.uid}`);
  return caller;
};

const writes: ReplayedWrite[] = [
  ...panelWrites,
  [
    "auth",
    "changePassword",
    "teacher",
    { body: { ...proof, password: "helt nytt losen 8" } },
    { ...acting, ...shared, ...staleFactor },
  ],
  [
    "auth",
    "sendSmsCode",
    "teacher",
    { body: {} },
    { ...acting, "the number was removed": [noNumber, 403, "second_factor_required"] },
  ],
  ["auth", "beginSecondFactor", "teacher", { body: proof }, { ...acting, ...notForPupils, ...staleFactor }],
  [
    "auth",
    "confirmSecondFactor",
    "teacher",
    { body: { code: "123456" } },
    {
      ...acting,
      ...notForPupils,
      "the second factor's set-up became stale": [factorWasSetLongAgo, 403, "secure_login_needed"],
    },
  ],
  ["auth", "removeSecondFactor", "teacher", { body: proof }, { ...acting, ...staleFactor }],
  ["auth", "beginLink", "teacher", provider, { ...acting, ...shared, ...staleSignIn, ...staleFactor }],
  ["auth", "finishLink", "teacher", answered, { ...acting, ...shared }],
  [
    "auth",
    "confirmLink",
    "teacher",
    sealedLink,
    { ...acting, ...shared, "another session began": [anotherSession, 400, "external_attempt"] },
  ],
  [
    "auth",
    "removeLink",
    "teacher",
    { body: { issuer: "i", subject: "s" } },
    { ...acting, ...staleSignIn, ...staleFactor },
  ],
  ["account", "requestEmailVerification", "family", { body: { confirmUrl: "http://localhost:3000/confirm" } }, acting],
  [
    "account",
    "deleteAccount",
    "family",
    { body: proof },
    {
      ...acting,
      "the sign-in of a user without a password became stale": [noPassword, 403, "reauthentication_required"],
    },
  ],
  [
    "account",
    "requestEmailChange",
    "family",
    { body: { email: "new@home.example", confirmUrl: "http://localhost:3000/confirm", ...proof } },
    {
      ...acting,
      "the second factor's proof became stale": [lateFactor, 403, "secure_login_needed"],
      "the sign-in of a user without a password became stale": [noPassword, 403, "reauthentication_required"],
      "the account became shared": [schoolKeepsAddress, 403, "forbidden"],
    },
  ],
  [
    "account",
    "joinGroup",
    "pupil",
    { body: { code: "K7PM2XWD" } },
    { "the account became shared": [schoolKeepsAddress, 403, "forbidden"] },
  ],
  [
    "auth",
    "createDeviceLink",
    "family",
    () => ({ body: { profileId: child, deviceName: "Tablet" } }),
    { ...acting, "the child was removed": [childRemoved, 404, "not_found"] },
  ],
  ["auth", "removeParentPin", "family", { body: proof }, acting],
  ["auth", "checkParentPin", "family", { body: { pin: "2468" } }, acting],
  ["account", "createProfile", "family", { body: { name: "Alma", avatar: "fox" } }, acting],
  ["account", "changeSettings", "family", { body: {} }, shared],
  ["library", "setLastMark", "reader", { ...marksInput, body: { position } }, marks],
  [
    "library",
    "addReadingLog",
    "reader",
    {
      body: [{ bookId: "paid", sessionId: "s", deviceId: "d", percentage: 0, timestamp: 1, source: "bookshelf-web" }],
    },
    acting,
  ],
  ["activity", "addEvents", "reader", { params: { origin: "localhost" }, body: [] }, acting],
  ["library", "setBookmarks", "reader", { ...marksInput, body: [] }, marks],
  [
    "library",
    "changeAnnotations",
    "reader",
    { ...marksInput, body: { changes: [{ id: crypto.randomUUID(), read: 0, annotation: null }] } },
    { ...marks, "impersonation began": [actingBegan, 404, "not_found"] },
  ],
  [
    "library",
    "changeSavedWords",
    "reader",
    { params: { id: readerUid }, body: { changes: [{ language: "sv", key: "katt", saved: null }] } },
    { ...shared, "impersonation began": [actingBegan, 404, "not_found"] },
  ],
  [
    "library",
    "changeNoteSetNotes",
    "classTeacher",
    () => addNoteSet(),
    {
      ...notForPupils,
      ...shared,
      "impersonation began": [actingBegan, 404, "not_found"],
      "the notes were deleted": [notesDeleted, 404, "not_found"],
    },
  ],
  [
    "library",
    "startLedReading",
    "classTeacher",
    marksInput,
    { ...acting, "the teacher left the class": [leftTheClass, 403, "forbidden"] },
  ],
  [
    "library",
    "joinLedReading",
    "pupil",
    { body: { code: "123456" } },
    { "impersonation began": [actingBegan, 404, "not_found"] },
  ],
  [
    "library",
    "addSchoolBook",
    "admin",
    () => ({ params: { id: school }, body: { bookId: "paid" } }),
    { "the association ended": [associationEnded, 404, "not_found"] },
  ],
  [
    "library",
    "addGroupBook",
    "admin",
    () => ({ params: { id: group }, body: { bookId: "paid" } }),
    { "the association ended": [associationEnded, 404, "not_found"] },
  ],
  [
    "submissions",
    "createAssignment",
    "classTeacher",
    () => ({ body: { ...draftAssignment(taught), bookId: "paid" } }),
    {
      ...acting,
      "the teacher left the class": [leftTheClass, 404, "not_found"],
      "the teacher may no longer open the book": [lostTheBook, 400, "ValidationError"],
    },
  ],
  [
    "submissions",
    "updateSubmission",
    "pupil",
    {
      params: { id: crypto.randomUUID() },
      headers: {},
      body: JSON.stringify({ status: "InProgress", answers: {} }),
    },
    acting,
  ],
];

const replays = writes.flatMap(([service, name, by, input, losses]) =>
  Object.entries(losses).map(([what, loss]) => ({ service, name, by, input, what, loss })),
);

beforeEach(async () => {
  isFactorFresh = true;
  mayOpenBook = true;
  familyHasPassword = true;
  await databases.eu.execute(sql`delete from auth.second_factors`);
  await databases.eu.execute(sql`update directory.users set shared = false`);
});

test.each(replays)(
  "replays $service $name, and rejects the replay after: $what",
  async ({ service: of, name, by, input: given, loss }) => {
    const [lose, status, code] = loss;
    const service = services[of];
    const caller = callers[by];
    identity.setSmsNumber(String(caller.user?.uid), name === "sendSmsCode" ? "+46700000067" : null);
    const target = { ...(await matrixTarget(databases.eu, "se", "se-1001", "school")), database: databases.eu };
    const input = typeof given === "function" ? await given(target) : given;
    const key = crypto.randomUUID();
    const owner = `${service.name}:${caller.realm}:${caller.user?.uid}`;
    const first = { status: 200, body: { secret: "the first response" } };
    await store.once({ region: "eu", owner, key, digest: digestOf(name, input) }, async () => first);

    const repeat = (as: Caller) => dispatch(service, name, input, as, { key, store });
    expect(await repeat(caller)).toEqual(first);
    await expect(repeat(await lose(caller, target))).rejects.toMatchObject({ status, code });
  },
);

test("the table contains every write with a token except file uploads, which are never replayed", () => {
  const keyed = Object.values(services).flatMap(({ name, endpoints }) =>
    Object.entries(endpoints)
      .filter(([, { contract }]) => contract.auth === "bearer" && isWrite(contract) && contract.bodyType !== "file")
      .map(([call]) => `${name}.${call}`),
  );
  expect(writes.map(([service, name]) => `${service}.${name}`).toSorted()).toEqual(keyed.toSorted());
});
