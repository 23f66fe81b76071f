import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { uidOf } from "#tests/support/callers";
import { addChild } from "#tests/support/family-scene";
import { joinedBrowser } from "#tests/support/joined-device";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { type Browser, type Databases, demoPassword, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { ServiceError } from "~/services/contracts/service-error";
import { shelfPageSize } from "~/services/contracts/shelf";

/** Export of the user's data, and the response while a part of it is unavailable. */

let pages: PageServer;
let browser: Browser;
let databases: Databases;

beforeAll(async () => {
  databases = await sessionScene(["fr"]);
  pages = await pageServer();
  browser = await signedInBrowser("https://fr.localhost:3000", "student.fr");
});

const ask = () =>
  pages.visit(browser.request("/profile/export", { headers: { accept: "text/html", "sec-fetch-dest": "document" } }));

describe("data export", () => {
  it("returns the data as a JSON attachment, with what the user is called", async () => {
    await databases.eu.execute(sql`update directory.users set preferred_name = 'Nelle' where username = 'student.fr'`);
    const response = await ask();
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="fabulette-[\d-]+\.json"$/);
    expect(await response.json()).toMatchObject({
      country: "fr",
      me: { username: "student.fr", preferredName: "Nelle" },
    });
  });

  it("contains the whole shelf of the user when it has more than one page", async () => {
    const shelf = {
      ...{ authors: [], illustrators: [], narrators: [], audioLanguages: [], videoLanguages: [], categories: [] },
      ...{ language: "fr", kind: "fixed", progression: "ltr", hasCover: false },
      ...{ ageFrom: null, ageTo: null, blurb: null, duration: null },
    };
    const { rows: books } = await databases.eu.execute<{ id: string }>(sql`
      with books as (
        insert into library.books (id, version, checksum, title, shelf, manifest, added_at)
        select 'own-' || n, '1', 'own-' || n, 'Livre ' || n, ${JSON.stringify(shelf)}::jsonb, '{"spine":[]}', now()
        from generate_series(1, ${shelfPageSize + 2}::int) n returning id),
      offered as (
        insert into library.catalogue (realm, book_id, subscription, position) select 'fr', id, '', 1 from books)
      insert into library.own_books (realm, uid, book_id)
      select u.realm, u.uid, books.id from books, directory.users u where u.username = 'student.fr'
      returning book_id as id`);
    const { ownShelf } = await (await ask()).json();
    expect(ownShelf.toSorted()).toEqual(books.map(({ id }) => id).toSorted());
  });

  it.each([503, 504, 502])(
    "redirects to the profile with an error notice while a service returns %i",
    async (status) => {
      // A remote sign-in service can fail with these statuses.
      const call = vi
        .spyOn(processBackend().clients.auth, "getSessions")
        .mockRejectedValue(new ServiceError(status, "x", "x"));
      const response = await ask();
      call.mockRestore();
      expect([response.status, response.headers.get("location")]).toEqual([302, "/profile"]);
      browser.take(response);
      const html = await (await pages.get(browser, "/profile")).text();
      expect(html).toContain("Le fichier ne peut pas être préparé pour le moment");
    },
  );
});

describe("a family's export", () => {
  it("has address, postcode, withheld books, joined devices and whether there is a PIN, never its digest", async () => {
    await databases.eu.execute(
      sql`update directory.users set address = '3 rue des Lilas', postal_code = '75011' where username = 'family.fr'`,
    );
    const uid = await uidOf(databases.eu, "family.fr");
    const child = await addChild(databases.eu, uid, "Léon", "fr");
    const parent = await signedInBrowser("https://fr.localhost:3000", "family.fr");
    await joinedBrowser(pages, parent, child);
    await pages.post(parent, "/profile", { intent: "set-parent-pin", currentPassword: demoPassword, pin: "4711" });
    const text = await (await pages.get(parent, "/profile/export")).text();
    const { rows } = await databases.eu.execute<{ hash: string }>(sql`select hash from auth.parent_pins`);
    expect(rows).toHaveLength(1);
    expect(text).not.toContain(String(rows[0]?.hash));
    expect(text).not.toMatch(/argon2/);
    expect(JSON.parse(text)).toMatchObject({
      me: { address: "3 rue des Lilas", postalCode: "75011" },
      purchases: { orders: [], invoices: null },
      parentPin: { isSet: true, isBlocked: false },
      children: [
        { name: "Léon", withheldBooks: [], joinedDevices: [{ name: "Blue tablet", joinedAt: expect.any(String) }] },
      ],
    });
  });
});
