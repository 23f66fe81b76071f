import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { uidOf } from "#tests/support/callers";
import { pageServer } from "#tests/support/page-server";
import { sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";

/** The page of a family for super users. Decision 91. */

it("lists the family's mails with their date, and names every column also where rows are stacked", async () => {
  const databases = await sessionScene(["se"]);
  const pages = await pageServer();
  const uid = await uidOf(databases.eu, "family.se");
  await databases.eu.execute(sql`
    insert into mail.due_mails (realm, kind, key, uid, "values", state, sent_at)
    values ('se', 'confirm-email', 'one', ${uid}::uuid, '{}', 'sent', now())`);
  const response = await pages.get(
    await signedInBrowser("https://se.localhost", "super.se"),
    `/controlpanel/families/${uid}`,
  );
  expect(response.status).toBe(200);
  const html = await response.text();
  expect(html).toContain("Bekräfta din e-postadress");
  const table = html.slice(html.indexOf('class="list-table stacked"'));
  expect(table).toMatch(/<td role="cell" data-label="[^"]+"/);
  expect(table).not.toContain("max-sm:hidden");
  expect(table).not.toContain("max-md:hidden");
});
