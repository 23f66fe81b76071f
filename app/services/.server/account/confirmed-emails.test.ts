import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { cards, type PaymentScene, paymentScene } from "#tests/support/payment-scene";
import { type Realm, regionOf } from "~/realms/realm";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import { ServiceError } from "~/services/contracts/service-error";
import { verificationLinks } from "./link-tables";
import { beginLink } from "./mailed-links";

/** One address belongs to whoever gets its mail: sign-ups with addresses that somebody else has confirmed. docs/product/choices.md#sign-up. */

let scene: PaymentScene;
beforeAll(async () => {
  scene = await paymentScene();
  await seedRealm(scene.databases.eu, "se");
});
afterAll(() => scene.close());

const password = "tolv gröna bockar";
let addresses = 0;

function newAddress(): string {
  addresses += 1;
  return `address${addresses}@home.example`;
}

async function call(name: string, body: object, realm: Realm = "se") {
  const from = { realm, region: regionOf(realm), origin: `http://${realm}.localhost:3000` };
  addresses += 1;
  const caller = { ...from, requestId: "test", ipAddress: `198.51.100.${addresses % 250}`, user: null };
  try {
    const { status, body: reply } = await dispatch(scene.account.service as never, name, { body, headers: {} }, caller);
    return { status, body: reply as { uid: string; isResumed: boolean } };
  } catch (error) {
    if (error instanceof ServiceError) return { status: error.status, body: error.toJSON() as never };
    throw error;
  }
}

const register = (email: string, { realm = "se" as Realm, secret = password } = {}) =>
  call("register", { firstname: "Ada", lastname: "Öberg", email, password: secret, country: realm }, realm);

/** Somebody of a school, with a username of their own. */
async function newPerson(
  email: string,
  { type = "employee", verified = true, status = "active" } = {},
): Promise<string> {
  addresses += 1;
  const { rows } = await scene.databases.eu.execute<{ uid: string }>(sql`
    with person as (
      insert into directory.users (realm, type, username, name, email, email_verified)
      values ('se', ${type}, ${`person${addresses}`}, 'Eva Ek', ${email}, ${verified}) returning id, uid, type),
    place as (
      insert into directory.associations (user_id, organization_id, realm, role)
      select p.id, a.organization_id, 'se', p.type from person p, directory.associations a
      join directory.users u on u.id = a.user_id where u.username = 'teacher.se' limit 1)
    select uid from person`);
  const uid = String(rows[0]?.uid);
  if (status !== "active") await setStatus(uid, status);
  return uid;
}

async function setStatus(uid: string, status: string): Promise<void> {
  const isDeleted = status === "deleted";
  await scene.databases.eu.execute(sql`
    update directory.users set status = ${status}, status_before = ${isDeleted ? "active" : null},
      deleted_at = ${isDeleted ? new Date().toISOString() : null}::timestamptz where uid = ${uid}`);
}

/** Somebody changes their address, and opens the link in the mail. */
async function confirm(uid: string, email: string) {
  const token = await beginLink(scene.databases.eu, verificationLinks, "se", { uid, email, isChange: true });
  return call("confirmEmail", { token });
}

async function statusOf(uid: string): Promise<string> {
  const { rows } = await scene.databases.eu.execute<{ status: string }>(
    sql`select status from directory.users where uid = ${uid}`,
  );
  return String(rows[0]?.status);
}

const used = {
  status: 409,
  body: {
    error: "ConflictError",
    message: "Email is already used.",
    details: [{ attribute: "email", reason: "Email is already used." }],
  },
};

describe("given an address that an active person of another username has confirmed", () => {
  it.each(["employee", "guardian", "student"])(
    "then a sign-up with it returns 409, whatever they are: %s",
    async (type) => {
      const email = newAddress();
      await newPerson(email, { type });
      expect(await register(email)).toMatchObject(used);
      expect(await register(email.toUpperCase())).toMatchObject(used);
      // Full-width letters, and a dot and an at sign of that width.
      expect(
        await register(`\uFF41\uFF44${email.slice(2).replace("@", "\uFF20").replace(".", "\uFF0E")}`),
      ).toMatchObject(used);
    },
  );

  it("then a sign-up in another country goes through", async () => {
    const email = newAddress();
    await newPerson(email);
    expect((await register(email, { realm: "no" })).status).toBe(200);
  });

  it.each([
    ["is deactivated", { status: "inactive" }],
    ["is deleted", { status: "deleted" }],
    ["has not confirmed it", { verified: false }],
  ])("but the person %s, then a sign-up with it goes through", async (_, change) => {
    const email = newAddress();
    await newPerson(email, change);
    expect((await register(email)).status).toBe(200);
  });
});

describe("given a sign-up that was neither confirmed nor paid for", () => {
  it("then it ends when somebody else confirms its address, and can no longer be paid or resumed", async () => {
    const email = newAddress();
    const { uid } = (await register(email)).body;
    const { body: order } = await scene.call(
      "createSubscription",
      { body: { priceId: "price_family_month_se" } },
      email,
    );
    const owner = await newPerson("old@home.example");
    expect((await confirm(owner, email)).status).toBe(200);
    expect(await statusOf(uid)).toBe("deleted");
    await expect(scene.pay(order, cards.good)).rejects.toThrow();
    expect(await register(email)).toMatchObject(used);
    await setStatus(owner, "deleted");
    expect((await register(email)).body).toMatchObject({ isResumed: false });
  });

  it("then its own confirmation keeps it, and it can be resumed", async () => {
    const email = newAddress();
    const { uid } = (await register(email)).body;
    expect((await confirm(uid, email)).status).toBe(200);
    expect(await statusOf(uid)).toBe("active");
    expect((await register(email)).body).toMatchObject({ uid, isResumed: true });
  });

  it("then a sign-up and a confirmation at the same moment leave one owner of the address", async () => {
    for (let round = 0; round < 8; round += 1) {
      const email = newAddress();
      const owner = await newPerson("old@home.example");
      const [signUp, confirmation] = await Promise.all([register(email), confirm(owner, email)]);
      expect(confirmation.status).toBe(200);
      if (signUp.status === 200) expect(await statusOf(signUp.body.uid)).toBe("deleted");
      else expect(signUp).toMatchObject(used);
    }
  });

  it("but the provider does not answer, then the address is confirmed and the sign-up stays for now", async () => {
    const email = newAddress();
    const { uid } = (await register(email)).body;
    await scene.call("createSubscription", { body: { priceId: "price_family_month_se" } }, email);
    const owner = await newPerson("old@home.example");
    scene.standIn.faults.add({ kind: "unavailable" });
    expect((await confirm(owner, email)).status).toBe(200);
    scene.standIn.faults.clear();
    expect(await statusOf(uid)).toBe("active");
  });
});

describe("given a sign-up that was paid for", () => {
  it("then it stays, its address confirmed by somebody else or not, also while the payment is not recorded yet", async () => {
    for (const isSettled of [true, false]) {
      const email = newAddress();
      const { uid } = (await register(email)).body;
      const { body: order } = await scene.call(
        "createSubscription",
        { body: { priceId: "price_family_month_se" } },
        email,
      );
      await scene.pay(order);
      if (isSettled) await scene.call("settleOrder", { params: { id: order.id } }, email);
      expect((await confirm(await newPerson("old@home.example"), email)).status).toBe(200);
      expect(await statusOf(uid)).toBe("active");
      expect((await scene.family(uid))?.period?.isRunning).toBe(true);
    }
  });
});
