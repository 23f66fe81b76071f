import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type AuthScene, authScene } from "#tests/support/auth-scene";

/** Only staff change a shared account's password. docs/product/control-panel.md#users. */

let scene: AuthScene;

beforeAll(async () => {
  scene = await authScene();
});

describe("the password that staff set for a shared account", () => {
  async function given() {
    const person = await scene.newPerson("se", { sharedAccount: true });
    await scene.auth.credentials.setPassword("se", person.uid, "klassens eget 4", { temporary: true });
    return person;
  }

  it("signs in without a change, and ignores a new password sent at the first sign-in", async () => {
    const { username } = await given();
    const form = { username, password: "klassens eget 4" };
    expect((await scene.authorize({ form: { ...form, new_password: "mitt eget losen" } })).status).toBe(302);
    await scene.signIn(username, form.password);
    await expect(scene.signIn(username, "mitt eget losen")).rejects.toThrow("No code received");
  });

  it("does not expire and is valid until staff set another", async () => {
    const { uid, username } = await given();
    await scene.databases.eu.execute(sql`
      update auth.passwords set expires_at = now() - interval '1 second' where uid = ${uid}`);
    await scene.signIn(username, "klassens eget 4");
    await scene.auth.credentials.setPassword("se", uid, "klassens nya 5", { temporary: true });
    await expect(scene.signIn(username, "klassens eget 4")).rejects.toThrow("No code received");
    await scene.signIn(username, "klassens nya 5");
  });

  it("must be changed once the account is no longer shared", async () => {
    const person = await given();
    person.sharedAccount = false;
    const response = await scene.authorize({ form: { username: person.username, password: "klassens eget 4" } });
    expect(await response.json()).toMatchObject({ error: "password_change_required" });
  });
});
