import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Databases, sessionScene } from "../../../tests/support/session-scene";
import { signedInBrowser } from "../../../tests/support/signed-in-browser";
import { getWiring } from "../../clients/wiring.server";

import { finishSignIn } from "../../session/sign-in.server";
import { submitActAs } from "../../session/step-up.server";
import { loadOrganizationAudit, loadPersonAudit } from "./audit.server";

/** The log of a person and of a school, through their own loaders. security.md, lines 26 and 27. */

const origin = "https://www.fabelskolan.se";
let databases: Databases;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
});

afterAll(() => getWiring().close());

async function one(query: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await databases.eu.execute<{ uid: string }>(query);
  return String(rows[0]?.uid);
}

describe("acting as somebody", () => {
  it("stands in the log of the pupil, of whoever acts and of the school, with the reason", async () => {
    const pupil = await one(sql`select uid from directory.users where username = 'student.se'`);
    const actor = await one(sql`select uid from directory.users where username = 'admin.se'`);
    const school = await one(sql`select uid from directory.organizations where school_unit_code = 'se-1001'`);
    const acting = await signedInBrowser(origin, "admin.se");
    const answer = await submitActAs(acting.post(`/login/act-as?user=${pupil}`, { reason: "helping on the phone" }));
    if (!(answer instanceof Response)) throw new Error("Not acting");
    acting.take(await finishSignIn(acting.request(acting.take(answer))));

    const reader = await signedInBrowser(origin, "super.se");
    const asked = reader.request("/?action=user.impersonated");
    const logs = [
      await loadPersonAudit(asked, "students", pupil),
      await loadPersonAudit(asked, "employees", actor),
      await loadOrganizationAudit(asked, school),
    ];
    for (const { lines } of logs) {
      expect(lines).toMatchObject([
        { user: { uid: actor }, actor: null, subject: { uid: pupil }, details: { reason: "helping on the phone" } },
      ]);
    }
  });
});

it("a super user reads their own log, since nobody stands above them, and an administrator does not", async () => {
  const own = await one(sql`select uid from directory.users where username = 'super.se'`);
  const reader = await signedInBrowser(origin, "super.se");
  expect(await loadPersonAudit(reader.request("/"), "employees", own)).toMatchObject({ total: 0 });
  const other = await signedInBrowser(origin, "admin.se");
  const admin = await one(sql`select uid from directory.users where username = 'admin.se'`);
  for (const uid of [own, admin]) {
    await expect(loadPersonAudit(other.request("/"), "employees", uid)).rejects.toMatchObject({
      status: expect.toBeOneOf([403, 404]),
    });
  }
});
