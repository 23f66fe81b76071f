import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callerOf } from "#tests/support/callers";
import { addChild } from "#tests/support/family-scene";
import { customerOf, type PaymentScene, paymentScene } from "#tests/support/payment-scene";
import { regionOf } from "~/realms/realm";
import { createPurge } from "~/services/.server/directory/purge";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import type { AnyService } from "~/services/.server/dispatch/endpoint";

/** A family deletes its account and restores it. docs/decisions/0089-deleted-families.md. */

let scene: PaymentScene;
beforeAll(async () => {
  scene = await paymentScene();
});
afterAll(() => scene.close());

const visitor = {
  ...({ realm: "se", region: regionOf("se"), origin: "http://se.localhost:3000" } as const),
  ...{ requestId: "test", ipAddress: "192.0.2.9", user: null },
};
const password = "tolv gröna bockar";
const call = (name: string, body: object, caller: Parameters<typeof dispatch>[3] = visitor) =>
  dispatch(scene.account.service as AnyService, name, { body, headers: {} }, caller);
const asFamily = (email: string) => callerOf(scene.databases.eu, email, { realm: "se" });
const mailTo = (email: string, template: string) =>
  scene.mails.filter((mail) => mail.to === email && mail.template === template);
const tokenTo = (email: string) =>
  new URL(String(mailTo(email, "deletion-planned").at(-1)?.values.link)).searchParams.get("token") ?? "";

/** A family that pays for a plan and has a child. */
async function buyer() {
  const family = await scene.signUp();
  const { body } = await scene.call("createSubscription", { body: { priceId: "price_family_year_se" } }, family.email);
  await scene.pay(body);
  await scene.call("settleOrder", { params: { id: body.id } }, family.email);
  await addChild(scene.databases.eu, family.uid, "Alva");
  const { rows } = await scene.databases.eu.execute<{ number: string }>(
    sql`select number from payment.orders where id = ${body.id}`,
  );
  return { ...family, orderNumber: String(rows[0]?.number), customer: await customerOf(scene, family.uid) };
}

async function deletedBuyer() {
  const family = await buyer();
  await call("deleteAccount", { currentPassword: password }, await asFamily(family.email));
  return family;
}

const stateAtProvider = async (customer: string) => {
  const { data } = await scene.stripe().subscriptions.list({ customer, status: "all" });
  const { data: cards } = await scene.stripe().paymentMethods.list({ customer });
  return { statuses: data.map(({ status }) => status), cards: cards.length };
};
const kept = async (uid: string) => {
  const { rows } = await scene.databases.eu.execute(sql`
    select u.status, (select count(*)::int from directory.family_profiles p where p.owner_uid = u.uid) as children
    from directory.users u where u.uid = ${uid}`);
  return rows[0];
};
const audited = async (uid: string) => {
  const { rows } = await scene.databases.eu.execute<{ action: string }>(
    sql`select action from directory.audit where subject_uid = ${uid} order by id`,
  );
  return rows.map(({ action }) => action);
};

describe("given a family that pays", () => {
  it("then deleting needs the right password and nobody acting as it", async () => {
    const { uid, email, customer } = await buyer();
    const caller = await asFamily(email);
    for (const body of [{}, { currentPassword: "wrong password" }]) {
      await expect(call("deleteAccount", body, caller)).rejects.toMatchObject({ status: 400 });
    }
    const acting = { ...caller, user: caller.user && { ...caller.user, actor: crypto.randomUUID() } };
    await expect(call("deleteAccount", { currentPassword: password }, acting)).rejects.toMatchObject({ status: 403 });
    expect(await kept(uid)).toEqual({ status: "active", children: 1 });
    expect(await stateAtProvider(customer)).toEqual({ statuses: ["active"], cards: 1 });
  });

  it("then deleting ends the plan, removes the cards, refunds nothing, frees the address and mails a link", async () => {
    const { uid, email, customer, orderNumber } = await deletedBuyer();
    expect(await kept(uid)).toEqual({ status: "deleted", children: 1 });
    expect(await stateAtProvider(customer)).toEqual({ statuses: ["canceled"], cards: 0 });
    const { data } = await scene.stripe().charges.list({ customer });
    expect(data.map(({ amount_refunded }) => amount_refunded)).toEqual([0]);
    expect(mailTo(email, "deletion-planned")).toMatchObject([
      {
        values: {
          ...{ orderNumber, withdrawBy: expect.stringMatching(/\d{4}$/) },
          withdrawal: expect.stringMatching(/^https?:.*\/withdraw$/),
        },
      },
    ]);
    expect(await audited(uid)).toContain("user.deleted");
    const body = { firstname: "Bo", lastname: "Ek", email, password: "sju svarta getter", country: "se" };
    expect(await call("register", body)).toMatchObject({ body: { isResumed: false } });
  });

  it.each([
    ["the days are over", sql`update payment.orders set created_at = now() - interval '17 days' where number = `],
    [
      "it has withdrawn",
      sql`insert into payment.contract_statements (realm, kind, order_id) select 'se', 'withdrawal', id
        from payment.orders where number = `,
    ],
  ])("and %s, then the mail about the deletion says nothing of withdrawing", async (_, change) => {
    const { email, orderNumber } = await buyer();
    await scene.databases.eu.execute(sql`${change}${orderNumber}`);
    await call("deleteAccount", { currentPassword: password }, await asFamily(email));
    const values = { orderNumber, withdrawBy: null, withdrawal: null };
    expect(mailTo(email, "deletion-planned")).toMatchObject([{ values }]);
  });

  it("and a provider that is down, then the account is deleted, and the nightly run ends the plan", async () => {
    const { email, uid, customer } = await buyer();
    scene.standIn.faults.add({ kind: "unavailable", method: "DELETE", path: "/v1/subscriptions" });
    await call("deleteAccount", { currentPassword: password }, await asFamily(email));
    scene.standIn.faults.clear();
    expect(scene.reported.splice(0)).toHaveLength(1);
    expect(await stateAtProvider(customer)).toMatchObject({ statuses: ["active"] });
    expect(await kept(uid)).toMatchObject({ status: "deleted" });
    await scene.payment.reconciliation.nightly(new Date());
    expect(await stateAtProvider(customer)).toEqual({ statuses: ["canceled"], cards: 0 });
  });

  it("then a withdrawal without signing in pays back after the deletion as well", async () => {
    const { email, orderNumber, customer } = await deletedBuyer();
    await scene.call("stateAboutContract", { body: { kind: "withdrawal", name: "Ada", orderNumber, email } }, null);
    await scene.payment.reconciliation.hourly();
    const { data } = await scene.stripe().charges.list({ customer });
    expect(data.map(({ amount_refunded }) => amount_refunded)).toEqual([79000]);
  });
});

describe("given a deleted account", () => {
  it("then its link restores it once, with the children and without the plan", async () => {
    const { uid, email, customer } = await deletedBuyer();
    const token = tokenTo(email);
    expect(await call("readAccountRestoration", { token })).toMatchObject({
      body: { username: email, isTaken: false },
    });
    expect(await call("restoreAccount", { token })).toMatchObject({ body: { uid } });
    expect(await kept(uid)).toEqual({ status: "active", children: 1 });
    expect(await stateAtProvider(customer)).toMatchObject({ statuses: ["canceled"] });
    expect(await audited(uid)).toContain("user.restored");
    for (const name of ["readAccountRestoration", "restoreAccount"]) {
      await expect(call(name, { token })).rejects.toMatchObject({ status: 400, code: "invalid_link" });
    }
  });

  it("and an address that was taken meanwhile, then another one is asked for and is unconfirmed", async () => {
    const { uid, email } = await deletedBuyer();
    await call("register", { firstname: "Bo", lastname: "Ek", email, password: "sju svarta getter", country: "se" });
    const token = tokenTo(email);
    expect(await call("readAccountRestoration", { token })).toMatchObject({ body: { isTaken: true } });
    for (const body of [{ token }, { token, email }]) {
      await expect(call("restoreAccount", body)).rejects.toMatchObject({ status: 409 });
    }
    await call("restoreAccount", { token, email: `other-${email}` });
    const { rows } = await scene.databases.eu.execute(
      sql`select username, email, email_verified from directory.users where uid = ${uid}`,
    );
    expect(rows).toEqual([{ username: `other-${email}`, email: `other-${email}`, email_verified: false }]);
  });

  it("of 28 days ago, then its link is broken; the next day it is purged with the provider's customer, and one mail says so", async () => {
    const { uid, email, customer } = await deletedBuyer();
    const token = tokenTo(email);
    await scene.databases.eu.execute(
      sql`update directory.users set deleted_at = deleted_at - interval '28 days' where uid = ${uid}`,
    );
    await expect(call("restoreAccount", { token })).rejects.toMatchObject({ code: "invalid_link" });
    const purge = createPurge(scene.databases, [scene.payment.erasePeople, scene.account.erasePeople]);
    const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000 + 1000);
    for (let night = 0; night < 2; night += 1) await purge(tomorrow);
    expect(await kept(uid)).toBeUndefined();
    await expect(scene.stripe().customers.retrieve(customer)).rejects.toMatchObject({ code: "resource_missing" });
    expect(mailTo(email, "deletion-done")).toHaveLength(1);
    const { rows } = await scene.databases.eu.execute(sql`select 1 from account.restorations where uid = ${uid}`);
    expect(rows).toEqual([]);
  });
});
