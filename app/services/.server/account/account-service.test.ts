import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { ask, callerOf, countQueries, uidOf } from "#tests/support/callers";
import { testDatabases } from "#tests/support/database";
import { proofsDouble, unexpected } from "#tests/support/proofs-double";
import type { Databases } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { Caller } from "~/services/.server/directory/caller";
import type { MailTo } from "~/services/.server/mail/mailer";
import { ServiceError, validationError } from "~/services/contracts/service-error";
import { type Account, createAccount } from "./account-service";

type Sent = { template: string; to: MailTo; values: Record<string, unknown> };

let databases: Databases;
let account: Account;
let sent: Sent[] = [];
let withoutPassword = new Set<string>();
let withStaleFactor = new Set<string>();

beforeAll(async () => {
  databases = await testDatabases();
  await seedRealm(databases.eu, "se");
  await seedRealm(databases.eu, "fr");
  await seedRealm(databases.us, "us");
  account = createAccount({
    giveUpOrders: async () => undefined,
    endPayments: async () => undefined,
    purchaseOf: async () => null,
    profileErasers: [],
    databases,
    // Passwords belong to the sign-in service, which has its own tests.
    proofs: {
      ...proofsDouble,
      hasPassword: async (_, uid) => !withoutPassword.has(uid),
      async requirePassword(_, password) {
        if (password === "right") return;
        throw validationError([{ attribute: "currentPassword", reason: "Your current password is incorrect" }]);
      },
      async requireFactor({ user }) {
        if (withStaleFactor.has(String(user?.uid))) throw new ServiceError(403, "secure_login_needed", "First");
      },
    },
    mailer: { send: async (template, to, values) => void sent.push({ template, to, values }) },
    report: unexpected,
  });
});

beforeEach(async () => {
  sent = [];
  withoutPassword = new Set();
  withStaleFactor = new Set();
  for (const database of [databases.eu, databases.us])
    await database.execute(sql`delete from account.email_verifications`);
});

const databaseOf = (realm: Realm) => databases[realm === "us" ? "us" : "eu"];
const as = (username: string, options = {}): Promise<Caller> =>
  callerOf(databaseOf(username.split(".").at(-1) as Realm), username, options);
const visitor = async (realm: Realm): Promise<Caller> => ({ ...(await as(`student.${realm}`)), user: null });
const call = async (name: keyof Account["service"]["endpoints"], input: object, caller: Caller) =>
  ask(account.service, name, input, caller);
const page = "http://localhost:3000/confirm-email";
const tokenOf = (mail: Sent | undefined) => new URL(String(mail?.values.link)).searchParams.get("token") ?? "";
async function emailOf(username: string): Promise<{ email: string | null; email_verified: boolean }> {
  const { rows } = await databases.eu.execute<{ email: string | null; email_verified: boolean }>(
    sql`select email, email_verified from directory.users where username = ${username}`,
  );
  return rows[0] ?? { email: null, email_verified: false };
}
async function setEmail(username: string, email: string | null): Promise<void> {
  await databases.eu.execute(sql`update directory.users set email = ${email} where username = ${username}`);
}

describe("getMe", () => {
  it("returns every field of the specification", async () => {
    const { body } = await call("getMe", {}, await as("admin.se"));
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining(
        "uid username firstname lastname email emailVerified speakingBookRights hidePasswordChange sharedAccount identifiers associations memberships".split(
          " ",
        ),
      ),
    );
    expect(body).toMatchObject({
      uid: await uidOf(databases.eu, "admin.se"),
      username: "admin.se",
      sharedAccount: false,
      hidePasswordChange: false,
    });
    expect(body.roles).toEqual(["employee", "admin"]);
    expect(body.associations[0]).toMatchObject({ role: "employee", admin: true, active: true });
    expect(body.firstname).not.toBe("");
  });

  it("returns a student's groups and a family's services, and lets only the family change its email", async () => {
    const pupil = await call("getMe", {}, await as("student.se"));
    expect(pupil.body.memberships.length).toBeGreaterThan(0);
    expect(pupil.body.mayChangeEmail).toBe(false);
    const family = await call("getMe", {}, await as("family.se"));
    expect(family.body.services.length).toBeGreaterThan(0);
    expect(family.body.mayChangeEmail).toBe(true);
  });

  it("hides the password change for users without a password and for shared accounts", async () => {
    const teacher = await as("teacher.se");
    withoutPassword.add(String(teacher.user?.uid));
    expect((await call("getMe", {}, teacher)).body.hidePasswordChange).toBe(true);
    await databases.eu.execute(sql`update directory.users set shared = true where username = 'student.fr'`);
    const { body } = await call("getMe", {}, await as("student.fr"));
    expect(body).toMatchObject({ hidePasswordChange: true, sharedAccount: true, mayChangeEmail: false });
    await databases.eu.execute(sql`update directory.users set shared = false where username = 'student.fr'`);
  });

  it("sends two database queries", async () => {
    const teacher = await as("teacher.se");
    expect(await countQueries(databases.eu, () => call("getMe", {}, teacher))).toBe(2);
  });
});

describe("getMyOrganizations and getMyGroups", () => {
  it("returns organisations in pages of 100 with the total count, and marks inactive ones", async () => {
    const teacher = await as("teacher.se");
    await databases.eu.execute(sql`
      insert into directory.organizations (realm, type, name)
      select 'se', 'school', 'Skola ' || lpad(n::text, 3, '0') from generate_series(1, 130) n`);
    await databases.eu.execute(sql`
      insert into directory.associations (user_id, organization_id, realm, role, active)
      select u.id, o.id, 'se', 'employee', o.name <> 'Skola 007' from directory.users u, directory.organizations o
      where u.username = 'teacher.se' and o.name ~ '^Skola [0-9]{3}$'`);
    const first = await call("getMyOrganizations", { query: {} }, teacher);
    const second = await call("getMyOrganizations", { query: { pageNumber: 2 } }, teacher);
    expect(first.body.data).toHaveLength(100);
    const { totalCount } = first.body.meta;
    expect(totalCount).toBeGreaterThan(130);
    expect(second.body.data).toHaveLength(totalCount - 100);
    const all = [...first.body.data, ...second.body.data];
    expect(new Set(all.map((each: { uid: string }) => each.uid)).size).toBe(totalCount);
    expect(all.filter((each: { active: boolean }) => !each.active).map((each: { name: string }) => each.name)).toEqual([
      "Skola 007",
    ]);
    const beyond = await call("getMyOrganizations", { query: { pageNumber: 9 } }, teacher);
    expect(beyond.body).toEqual({ data: [], meta: { totalCount } });
  });

  it("returns a school's external identifiers only to its administrator", async () => {
    const codes = async (username: string) => {
      const { body } = await call("getMyOrganizations", { query: {} }, await as(username));
      return body.data.map((each: { identifiers: { schoolUnitCode: string | null } }) => each.identifiers);
    };
    for (const username of ["student.se", "teacher.se"]) {
      for (const identifiers of await codes(username))
        expect(new Set(Object.values(identifiers))).toEqual(new Set([null]));
    }
    expect(await codes("admin.se")).toContainEqual(expect.objectContaining({ schoolUnitCode: "se-1001" }));
  });

  it("returns each group's state, type, code setting and organisation", async () => {
    const { body } = await call("getMyGroups", { query: {} }, await as("student.se"));
    expect(body.meta.totalCount).toBe(body.data.length);
    expect(body.data[0]).toMatchObject({ active: true, type: expect.any(String), generateCode: expect.any(Boolean) });
    expect(body.data[0].organization.name).not.toBe("");
  });

  it("rejects a page size of more than 100", async () => {
    const caller = await as("student.se");
    await expect(call("getMyGroups", { query: { pageSize: 101 } }, caller)).rejects.toThrow();
  });
});

describe("email verification", () => {
  it("given a verification link, then it verifies the address once and is invalid (400) after that", async () => {
    await setEmail("teacher.se", "larare@skola.example");
    const teacher = await as("teacher.se");
    const response = await call("requestEmailVerification", { body: { confirmUrl: page } }, teacher);
    expect(response.status).toBe(204);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ template: "confirm-email", to: { to: "larare@skola.example", locale: "sv" } });
    expect(String(sent[0]?.values.link)).toMatch(`${page}?token=`);
    const body = { token: tokenOf(sent[0]) };
    const read = await call("readEmailConfirmation", { body }, await visitor("se"));
    expect(read.body).toEqual({ email: "larare@skola.example", isConfirmed: false });
    expect(await emailOf("teacher.se")).toMatchObject({ email_verified: false });
    expect((await call("confirmEmail", { body }, await visitor("se"))).status).toBe(200);
    expect(await emailOf("teacher.se")).toMatchObject({ email_verified: true });
    expect(await call("confirmEmail", { body }, await visitor("se"))).toMatchObject({
      status: 400,
      body: { error: "invalid_link", message: "Invalid link" },
    });
  });

  it("given a used link, then it says that the address is confirmed, as long as it is the person's", async () => {
    await setEmail("teacher.se", "larare@skola.example");
    await call("requestEmailVerification", { body: { confirmUrl: page } }, await as("teacher.se"));
    const body = { token: tokenOf(sent[0]) };
    await call("confirmEmail", { body }, await visitor("se"));
    const read = async () => call("readEmailConfirmation", { body }, await visitor("se"));
    expect(await read()).toMatchObject({ status: 200, body: { email: "larare@skola.example", isConfirmed: true } });
    expect(await call("readEmailConfirmation", { body }, await visitor("fr"))).toMatchObject({ status: 400 });
    await setEmail("teacher.se", "annan@skola.example");
    expect(await read()).toMatchObject({ status: 400, body: { error: "invalid_link" } });
  });

  it.each([
    "https://evil.example/confirm-email",
    "http://localhost:3000.evil.example/",
    "http://evil.example@localhost:3000/",
    "javascript:alert(1)",
    "/confirm-email",
  ])("rejects a confirmation page outside the site (400): %s", async (confirmUrl) => {
    await setEmail("teacher.se", "larare@skola.example");
    const response = await call("requestEmailVerification", { body: { confirmUrl } }, await as("teacher.se"));
    expect(response).toMatchObject({
      status: 400,
      body: { error: "ValidationError", details: [{ attribute: "confirmUrl", reason: "InvalidInputError" }] },
    });
    expect(sent).toEqual([]);
  });

  it("returns 400 for a user without an email address", async () => {
    await setEmail("student.se", null);
    const response = await call("requestEmailVerification", { body: { confirmUrl: page } }, await as("student.se"));
    expect(response).toMatchObject({ status: 400, body: { details: [{ attribute: "email" }] } });
  });

  it("given another country or a changed address, then the link is invalid (400)", async () => {
    await setEmail("teacher.se", "larare@skola.example");
    const teacher = await as("teacher.se");
    const link = async () => {
      await call("requestEmailVerification", { body: { confirmUrl: page } }, teacher);
      return { body: { token: tokenOf(sent.at(-1)) } };
    };
    const invalid = { status: 400, body: { error: "invalid_link" } };
    const abroad = await link();
    expect(await call("readEmailConfirmation", abroad, await visitor("fr"))).toMatchObject(invalid);
    expect(await call("confirmEmail", abroad, await visitor("fr"))).toMatchObject(invalid);
    expect(await call("confirmEmail", abroad, await visitor("us"))).toMatchObject(invalid);
    await setEmail("teacher.se", "annan@skola.example");
    expect(await call("confirmEmail", abroad, await visitor("se"))).toMatchObject(invalid);
    expect(await emailOf("teacher.se")).toEqual({ email: "annan@skola.example", email_verified: false });
  });

  it("sends a user five mails an hour, then returns 429 with Retry-After; other users are not limited", async () => {
    await setEmail("teacher.se", "larare@skola.example");
    const teacher = await as("teacher.se");
    const ask = () => call("requestEmailVerification", { body: { confirmUrl: page } }, teacher);
    const age = (time: string) =>
      databases.eu.execute(sql`update account.email_verifications set created_at = created_at - ${time}::interval`);
    for (let mails = 1; mails <= 5; mails += 1) expect((await ask()).status, `mail ${mails}`).toBe(204);
    const late = await ask();
    expect(late.status).toBe(429);
    expect(late.headers?.["retry-after"]).toBe("3600");
    await age("59 minutes");
    expect((await ask()).status).toBe(429);
    expect(sent).toHaveLength(5);
    await setEmail("guardian.se", "hem@hem.example");
    const other = await call("requestEmailVerification", { body: { confirmUrl: page } }, await as("guardian.se"));
    expect(other.status).toBe(204);
    await age("61 seconds");
    expect((await ask()).status).toBe(204);
    expect(sent.filter(({ to }) => to.to === "larare@skola.example")).toHaveLength(6);
  });

  it("counts the mails of a verification and of a change of address together", async () => {
    await setEmail("guardian.se", "hem@hem.example");
    const guardian = await as("guardian.se");
    const verify = () => call("requestEmailVerification", { body: { confirmUrl: page } }, guardian);
    const body = { email: "ny@hem.example", confirmUrl: page, currentPassword: "right" };
    for (let mails = 1; mails <= 4; mails += 1) expect((await verify()).status, `mail ${mails}`).toBe(204);
    expect((await call("requestEmailChange", { body }, guardian)).status).toBe(204);
    const before = sent.length;
    expect((await call("requestEmailChange", { body }, guardian)).status).toBe(429);
    expect((await verify()).status).toBe(429);
    expect(sent).toHaveLength(before);
  });

  it("given concurrent requests, then it sends at most five mails, one for each 204", async () => {
    await setEmail("teacher.se", "larare@skola.example");
    const teacher = await as("teacher.se");
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => call("requestEmailVerification", { body: { confirmUrl: page } }, teacher)),
    );
    expect(sent.length).toBeLessThanOrEqual(5);
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(sent.length);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(8 - sent.length);
  });

  it("returns 403 to an administrator who acts as the user (docs/security.md, line 27)", async () => {
    const actor = await uidOf(databases.eu, "admin.se");
    const acting = await as("teacher.se", { actor });
    const body = { confirmUrl: page };
    expect((await call("requestEmailVerification", { body }, acting)).status).toBe(403);
    const change = { ...body, email: "x@y.example", currentPassword: "right" };
    expect((await call("requestEmailChange", { body: change }, acting)).status).toBe(403);
  });
});

describe("email change", () => {
  const wanted = { email: "ny@hem.example", confirmUrl: page, currentPassword: "right" };

  it("replaces the address once the new one is confirmed, and notifies the old one", async () => {
    await setEmail("guardian.se", "gammal@hem.example");
    const guardian = await as("guardian.se");
    const response = await call("requestEmailChange", { body: { ...wanted, locale: "fr" } }, guardian);
    expect(response.status).toBe(204);
    expect(sent.map(({ template, to }) => [template, to.to, to.locale])).toEqual([
      ["confirm-new-email", "ny@hem.example", "fr"],
      ["email-change-note", "gammal@hem.example", "fr"],
    ]);
    expect(sent[1]?.values).toMatchObject({ address: "n…@hem.example" });
    expect(sent[1]?.values.link).toBeUndefined();
    expect((await emailOf("guardian.se")).email).toBe("gammal@hem.example");
    await call("confirmEmail", { body: { token: tokenOf(sent[0]) } }, await visitor("se"));
    expect(await emailOf("guardian.se")).toEqual({ email: "ny@hem.example", email_verified: true });
    const { rows } = await databases.eu.execute(sql`
      select details from directory.audit where subject_uid = ${guardian.user?.uid} order by id desc limit 1`);
    expect(rows).toEqual([{ details: { attributes: ["email", "emailVerified"] } }]);
  });

  it("requires the current password, or a recent sign-in without a password (docs/security.md, line 17)", async () => {
    await setEmail("guardian.se", "gammal@hem.example");
    const guardian = await as("guardian.se");
    const without = await call("requestEmailChange", { body: { ...wanted, currentPassword: undefined } }, guardian);
    expect(without).toMatchObject({ status: 400, body: { details: [{ attribute: "currentPassword" }] } });
    const wrong = await call("requestEmailChange", { body: { ...wanted, currentPassword: "wrong" } }, guardian);
    expect(wrong).toMatchObject({ status: 400, body: { details: [{ attribute: "currentPassword" }] } });
    withoutPassword.add(String(guardian.user?.uid));
    const authTime = Math.floor(Date.now() / 1000) - 301;
    const stale = { ...guardian, user: guardian.user && { ...guardian.user, authTime } };
    expect(await call("requestEmailChange", { body: wanted }, stale)).toMatchObject({
      status: 403,
      body: { error: "reauthentication_required" },
    });
    expect(sent).toEqual([]);
    expect((await call("requestEmailChange", { body: wanted }, guardian)).status).toBe(204);
  });

  it("requires a recent second factor of users who have one (docs/security.md, line 17)", async () => {
    const teacher = await as("teacher.se");
    withStaleFactor.add(String(teacher.user?.uid));
    expect(await call("requestEmailChange", { body: wanted }, teacher)).toMatchObject({
      status: 403,
      body: { error: "secure_login_needed" },
    });
    expect(sent).toEqual([]);
  });

  it("returns 403 for a student", async () => {
    expect((await call("requestEmailChange", { body: wanted }, await as("student.se"))).status).toBe(403);
  });

  it("rejects the current address and an invalid address", async () => {
    await setEmail("guardian.se", "ny@hem.example");
    const guardian = await as("guardian.se");
    const same = await call("requestEmailChange", { body: { ...wanted, email: "NY@hem.example" } }, guardian);
    expect(same).toMatchObject({ status: 400, body: { details: [{ attribute: "email", reason: "Duplicate value" }] } });
    await expect(call("requestEmailChange", { body: { ...wanted, email: "ny" } }, guardian)).rejects.toThrow();
  });

  it("given a direct database update of the address, then it is no longer verified", async () => {
    await databases.eu.execute(sql`update directory.users set email = 'a@b.example' where username = 'teacher.se'`);
    await databases.eu.execute(sql`update directory.users set email_verified = true where username = 'teacher.se'`);
    await setEmail("teacher.se", "c@d.example");
    expect(await emailOf("teacher.se")).toEqual({ email: "c@d.example", email_verified: false });
  });
});

describe("user settings", () => {
  it("stores the given settings, also of concurrent requests, and keeps the others", async () => {
    const pupil = await as("student.se");
    expect((await call("getSettings", {}, pupil)).body).toEqual({ reader: {}, notices: {}, mails: {} });
    await call("changeSettings", { body: { reader: { playbackRate: 0.8, darkTheme: true } } }, pupil);
    await Promise.all([
      call("changeSettings", { body: { reader: { highlight: false } } }, pupil),
      call("changeSettings", { body: { notices: { confirmations: false } } }, pupil),
      call("changeSettings", { body: { reader: { darkTheme: null } } }, pupil),
      call("changeSettings", { body: { mails: { cardExpiry: false } } }, pupil),
    ]);
    expect((await call("getSettings", {}, pupil)).body).toEqual({
      reader: { playbackRate: 0.8, darkTheme: null, highlight: false },
      notices: { confirmations: false },
      mails: { cardExpiry: false },
    });
    expect((await call("getSettings", {}, await as("teacher.se"))).body).toEqual({
      reader: {},
      notices: {},
      mails: {},
    });
  });

  it("rejects a playback rate or volume out of range", async () => {
    const pupil = await as("student.se");
    for (const reader of [{ playbackRate: 3 }, { audioVolume: 1.1 }]) {
      await expect(call("changeSettings", { body: { reader } }, pupil)).rejects.toThrow();
    }
  });

  it("returns 403 when a shared account changes settings", async () => {
    await databases.eu.execute(sql`update directory.users set shared = true where username = 'student.fr'`);
    const response = await call("changeSettings", { body: { reader: { highlight: false } } }, await as("student.fr"));
    expect(response.status).toBe(403);
  });
});
