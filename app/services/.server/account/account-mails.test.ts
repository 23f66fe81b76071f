import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { callerOf } from "#tests/support/callers";
import { type PaymentScene, paymentScene } from "#tests/support/payment-scene";
import { regionOf } from "~/realms/realm";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import type { AnyService } from "~/services/.server/dispatch/endpoint";
import { verificationLinks } from "./link-tables";
import { beginLink } from "./mailed-links";

/** Mails that follow from what somebody does with their account. */

let scene: PaymentScene;
beforeAll(async () => {
  scene = await paymentScene();
});
afterAll(() => scene.close());

const visitor = {
  ...({ realm: "se", region: regionOf("se"), origin: "http://se.localhost:3000" } as const),
  ...{ requestId: "test", ipAddress: "192.0.2.9", user: null },
};
const account = (name: string, body: object) =>
  dispatch(scene.account.service as AnyService, name, { body, headers: {} }, visitor);
const mailsTo = (address: string) => scene.mails.filter(({ to }) => to === address);

/** Signs up and waits for the mail of it. @returns the token of the link */
async function signUp() {
  const family = await scene.signUp();
  const mail = await vi.waitFor(() => {
    const [first] = mailsTo(family.email);
    if (!first) throw new Error("The mail is not sent yet");
    return first;
  });
  return { ...family, mail, token: new URL(String(mail.values.link)).searchParams.get("token") ?? "" };
}

it("given a sign-up, then mails a link to the address at once; given its confirmation, then one welcome", async () => {
  const { email, mail, token } = await signUp();
  expect(mail).toMatchObject({
    template: "confirm-email",
    values: { name: expect.stringContaining("Ada Öberg"), hours: 24 },
  });
  expect(mail.values.link).toMatch(/^http:\/\/se\.localhost:3000\/confirm-email\?token=[\w-]+$/);
  expect(await account("confirmEmail", { token })).toMatchObject({ body: { email } });
  await expect(account("confirmEmail", { token })).rejects.toMatchObject({ status: 400 });
  await scene.dueMails.sendDue("eu");
  expect(mailsTo(email).slice(1)).toMatchObject([
    { template: "welcome", values: { address: email, page: "https://se.example/" } },
  ]);
});

it("given a second confirmation of the same address, then no second welcome", async () => {
  const { uid, email, token } = await signUp();
  await account("confirmEmail", { token });
  await scene.databases.eu.execute(sql`update directory.users set email_verified = false where uid = ${uid}`);
  const again = await beginLink(scene.databases.eu, verificationLinks, "se", { uid, email, isChange: false });
  await account("confirmEmail", { token: again });
  await scene.dueMails.sendDue("eu");
  expect(mailsTo(email).map(({ template }) => template)).toEqual(["confirm-email", "welcome"]);
});

it("given a change of the address, then the old and the new one are told, with the new one masked; given a broken link, nobody", async () => {
  const { uid, email } = await signUp();
  const token = await beginLink(scene.databases.eu, verificationLinks, "se", {
    uid,
    email: "ny@hem.example",
    isChange: true,
  });
  await account("confirmEmail", { token });
  await expect(account("confirmEmail", { token })).rejects.toMatchObject({ status: 400 });
  await scene.dueMails.sendDue("eu");
  const changed = { template: "email-changed", values: { address: "n…@hem.example", family: "", member: null } };
  expect(mailsTo(email).slice(1)).toMatchObject([changed]);
  expect(mailsTo("ny@hem.example")).toMatchObject([changed]);
});

it("given a changed password, then one mail; given a wrong one, none", async () => {
  const { email } = await signUp();
  const caller = await callerOf(scene.databases.eu, email, { realm: "se" });
  const change = (currentPassword: string) =>
    dispatch(
      scene.auth.service as AnyService,
      "changePassword",
      { body: { currentPassword, password: "elva blåa bockar" }, headers: {} },
      caller,
    );
  await expect(change("wrong password")).rejects.toMatchObject({ status: 400 });
  await scene.dueMails.sendDue("eu");
  expect(mailsTo(email)).toHaveLength(1);
  await change("tolv gröna bockar");
  await scene.dueMails.sendDue("eu");
  expect(mailsTo(email).slice(1)).toMatchObject([
    { template: "password-changed", values: { page: "https://se.example/login/forgot" } },
  ]);
});
