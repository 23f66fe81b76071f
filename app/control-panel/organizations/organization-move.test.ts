import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { rolesWithPages } from "#tests/support/page-matrix";
import { readNotice } from "~/shell/notice.server";

/** The messages of the forms that move an organisation: they name what changed, not only that it was saved. */

const scene = rolesWithPages();

async function noticeAfter(form: Record<string, string>, uid: string): Promise<string | undefined> {
  const address = `/controlpanel/organizations/${uid}`;
  const response = await scene.pages.post(scene.browsers.super, address, { ...form, confirmed: "on" });
  expect([response.status, response.headers.get("location")]).toEqual([302, address]);
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith("fabel_notice="));
  const next = new Request("https://se.localhost/", { headers: { cookie: cookie?.split(";")[0] ?? "" } });
  return (await readNotice(next)).notice?.message;
}

test("moving below a parent and removing from a parent each show a message that names the result", async () => {
  const { rows } = await scene.database.execute<{ uid: string }>(sql`
    insert into directory.organizations (realm, type, name) values ('se', 'school_unit', 'Ovan'), ('se', 'school', 'Nedan') returning uid`);
  const [above, below] = rows;
  if (!above || !below) throw new Error("Nothing was made");
  expect(await noticeAfter({ intent: "move", id: above.uid }, below.uid)).toBe("Nedan ligger nu under Ovan.");
  expect(await noticeAfter({ intent: "free" }, below.uid)).toBe("Nedan hör inte längre till någon annan.");
});
