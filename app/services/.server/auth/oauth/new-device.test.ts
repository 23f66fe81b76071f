import { sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, it } from "vitest";
import { type AuthScene, authScene, scenePassword as password } from "#tests/support/auth-scene";
import { deviceField, deviceHeader } from "~/services/contracts/known-device";

/** Mails about log-ins with a browser that has not logged in for a parent before. */

let scene: AuthScene;
beforeAll(async () => {
  scene = await authScene();
});
afterEach(() => scene.databases.eu.execute(sql`delete from mail.due_mails`));

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

async function logIn(username: string, note = "", secret = password): Promise<Response> {
  const form = { username, password: secret, ...(note ? { [deviceField]: note } : {}) };
  return scene.authorize({ form, headers: { "user-agent": chrome } });
}
const queued = async () =>
  (
    await scene.databases.eu.execute<{ kind: string; values: unknown; uid: string }>(
      sql`select kind, "values", uid from mail.due_mails`,
    )
  ).rows;

it("given a parent, then the first log-in and those with a known browser are silent, and one with another browser is mailed", async () => {
  const parent = await scene.newPerson("se", { type: "guardian", roles: ["guardian"] });
  const first = await logIn(parent.username);
  const note = String(first.headers.get(deviceHeader));
  expect((await logIn(parent.username, note)).status).toBe(302);
  expect(await queued()).toEqual([]);
  expect((await logIn(parent.username, "", "wrong password")).status).toBe(401);
  expect(await queued()).toEqual([]);
  expect((await logIn(parent.username)).status).toBe(302);
  expect(await queued()).toEqual([
    {
      kind: "new-device",
      uid: parent.uid,
      values: { device: "Chrome, Windows", signedInOn: { moment: expect.any(String) } },
    },
  ]);
});

it.each(["employee", "student"] as const)(
  "given an %s, who changes devices every day, then nothing is mailed",
  async (type) => {
    const person = await scene.newPerson("se", { type, roles: [type] });
    await logIn(person.username);
    await logIn(person.username);
    expect(await queued()).toEqual([]);
  },
);
