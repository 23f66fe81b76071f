import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { uidOf } from "#tests/support/callers";
import { addChild, addFamily } from "#tests/support/family-scene";
import { joinedBrowser } from "#tests/support/joined-device";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { optionalUser } from "~/session/guard.server";

/** Books that a parent puts on a child's shelf, or marks as not for the child. Decision 90. */

const origin = "https://se.localhost";
let databases: Databases;
let pages: PageServer;
let uid: string;
let child: string;
let sibling: string;
let parent: Browser;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
  pages = await pageServer();
  for (const [id, ageFrom] of [
    ["one", 3],
    ["two", 3],
    ["old", 12],
  ] as const) {
    const shelf = {
      ...{ authors: ["Ann"], illustrators: [], narrators: [], language: "sv", audioLanguages: [], videoLanguages: [] },
      ...{ kind: "fixed", progression: "ltr", categories: ["adventure"], ageFrom, ageTo: null, blurb: null },
      ...{ hasCover: false, duration: null },
    };
    await databases.eu.execute(sql`
      insert into library.books (id, version, checksum, title, shelf, manifest)
      values (${id}, 'v1', ${id}, ${`Title ${id}`}, ${JSON.stringify(shelf)}::jsonb, '{"spine":[],"toc":[]}')`);
    await databases.eu.execute(sql`insert into library.catalogue (realm, book_id) values ('se', ${id})`);
  }
  uid = await uidOf(databases.eu, "family.se");
  child = await addChild(databases.eu, uid, "Léon");
  sibling = await addChild(databases.eu, uid, "Alma");
  parent = await signedInBrowser(origin, "family.se");
});
beforeEach(async () => {
  await databases.eu.execute(sql`delete from library.withheld_books`);
  await databases.eu.execute(sql`delete from library.own_books`);
  await databases.eu.execute(sql`update directory.family_profiles set age_limit = null`);
});

const choose = (browser: Browser, book: string, intent: string, of = child) =>
  pages.post(browser, `/books/${book}`, { intent, child: of });

async function childsBrowser(of = child): Promise<Browser> {
  const browser = await signedInBrowser(origin, "family.se");
  browser.take(await pages.post(browser, "/who-is-reading", { profile: of }));
  return browser;
}

/** The service's clients with a browser's credentials. */
async function clientsOf(browser: Browser) {
  const { credentials } = await optionalUser(processBackend(), browser.request("/"));
  return { library: processBackend().clients.library, credentials };
}

async function shelfOf(browser: Browser, query: { q?: string; place?: "mine"; sort?: "title" } = {}) {
  const { library, credentials } = await clientsOf(browser);
  const { body } = await library.getShelf({ params: { id: uid }, query }, credentials);
  return { ids: body.data.map(({ book }) => book.id).sort(), count: body.meta.totalCount, choices: body.choices };
}

const statusOf = (call: Promise<{ status: number }>) =>
  call.then(
    ({ status }) => status,
    ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
  );

describe("a book that a parent marks as not for a child", () => {
  it("is on no shelf of this child and in none of its searches, and stays for the sibling and the parents", async () => {
    const [reading, other] = [await childsBrowser(), await childsBrowser(sibling)];
    const before = await shelfOf(reading);
    expect(before.ids).toEqual(["old", "one", "two"]);
    await choose(parent, "one", "put-for-child");
    expect((await shelfOf(reading, { place: "mine" })).ids).toEqual(["one"]);
    expect((await choose(parent, "one", "withhold")).status).toBe(200);

    const after = await shelfOf(reading);
    expect([after.ids, after.count]).toEqual([["old", "two"], 2]);
    expect(after.choices.categories[0]?.count).toBe((before.choices.categories[0]?.count ?? 0) - 1);
    for (const query of [{ q: "Title one" }, { place: "mine" as const }, { sort: "title" as const, q: "one" }]) {
      expect((await shelfOf(reading, query)).ids).not.toContain("one");
    }
    const { library, credentials } = await clientsOf(reading);
    const books = await library.getUserBooks({ params: { id: uid }, query: {} }, credentials);
    expect(books.body.data.map(({ id }) => id).sort()).toEqual(["old", "two"]);
    const similar = await library.getSimilarBooks({ params: { id: "two" } }, credentials);
    expect(similar.body.data.map(({ id }) => id)).not.toContain("one");
    const next = await library.getNextBook({ params: { id: "two" }, query: {} }, credentials);
    expect(next.body.next?.id).toBe("old");
    for (const browser of [other, parent]) expect((await shelfOf(browser)).ids).toEqual(["old", "one", "two"]);
  });

  it("does not open for this child, and is refused in words", async () => {
    await choose(parent, "one", "withhold");
    const reading = await childsBrowser();
    const { library, credentials } = await clientsOf(reading);
    const params = { id: "one" };
    const position = JSON.stringify({ ncxRef: "", URI: "EPUB/one.xhtml" });
    expect(await statusOf(library.getPolicy({ params, query: {} }, credentials))).toBe("403 withheld");
    expect(await statusOf(library.openBook({ params, query: {} }, credentials))).toBe("403 withheld");
    expect(await statusOf(library.getResourcesUrl({ params }, credentials))).toBe("403 withheld");
    expect(await statusOf(library.getBookFiles({ params }, credentials))).toBe("403 withheld");
    expect(await statusOf(library.setLastMark({ params, body: { position } }, credentials))).toBe("403 withheld");
    const put = { params: { id: uid }, body: { bookId: "one" } };
    expect(await statusOf(library.putUserBook(put, credentials))).toBe("403 withheld");
    for (const path of ["/books/one", "/reader/one"]) {
      const response = await pages.get(reading, path);
      expect(response.status, path).toBe(403);
      const html = await response.text();
      const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
      expect(main, path).toContain("Den här boken finns inte i din hylla.");
      expect(main, path).toContain("Dina föräldrar har valt andra böcker åt dig.");
      expect(main, path).toMatch(/href="\/(bookshelf|shelves)"/);
      expect(main, path).not.toContain("/login");
      expect(main, path).not.toContain("Ett fel uppstod");
    }
    const policy = await pages.get(reading, "/reader/one/policy?version=v1");
    expect([policy.status, await policy.json()]).toMatchObject([403, { error: "withheld" }]);
    expect((await pages.get(await childsBrowser(sibling), "/books/one")).status).toBe(200);
    expect((await pages.get(parent, "/books/one")).status).toBe(200);
  });

  it("is shown to parents on the book's and the child's page, where they take the mark back", async () => {
    const marked = async () => {
      const html = await (await pages.get(parent, `/profile/children/${child}`)).text();
      return html.includes("Title one");
    };
    expect(await marked()).toBe(false);
    await choose(parent, "one", "withhold");
    expect(await (await pages.get(parent, "/books/one")).text()).toContain("Tillåt igen för Léon");
    expect(await marked()).toBe(true);
    const path = `/profile/children/${child}`;
    const released = await pages.post(parent, path, { intent: "release", book: "one" });
    expect([released.status, released.headers.get("location")]).toEqual([302, `${path}#withheld`]);
    expect(await marked()).toBe(false);
    await choose(parent, "one", "withhold");
    await choose(parent, "one", "withhold");
    await choose(parent, "one", "release");
    expect((await shelfOf(await childsBrowser())).ids).toContain("one");
  });

  it("is not chosen while a child reads, on a joined device, or for a child of another family", async () => {
    const foreign = await addChild(databases.eu, await addFamily(databases.eu, "other@example.com"), "Other");
    expect((await choose(await childsBrowser(), "one", "withhold")).status).toBe(403);
    expect((await choose(await joinedBrowser(pages, parent, child), "one", "withhold")).status).toBe(403);
    for (const intent of ["withhold", "release", "put-for-child", "take-from-child"]) {
      expect((await choose(parent, "one", intent, foreign)).status, intent).toBe(404);
    }
    expect((await choose(parent, "no-such-book", "withhold")).status).toBe(404);
    expect(
      new URL((await choose(new Browser(origin), "one", "withhold")).headers.get("location") ?? "", origin).pathname,
    ).toBe("/login");
    const { rows } = await databases.eu.execute(sql`select 1 from library.withheld_books`);
    expect(rows).toEqual([]);
  });

  it("is in the export, and erased with the child", async () => {
    await choose(parent, "one", "withhold");
    const file = JSON.parse(await (await pages.get(parent, "/profile/export")).text());
    expect(file.children.find(({ name }: { name: string }) => name === "Léon")).toMatchObject({
      withheldBooks: [{ id: "one", title: "Title one" }],
    });
    const gone = await addChild(databases.eu, uid, "Gone");
    await choose(parent, "two", "withhold", gone);
    await pages.post(parent, `/profile/children/${gone}/remove`, {});
    const { rows } = await databases.eu.execute(sql`select profile_id, book_id from library.withheld_books`);
    expect(rows).toEqual([{ profile_id: child, book_id: "one" }]);
  });
});

describe("a book above a child's age limit", () => {
  it("is hidden and does not open, and parents see why", async () => {
    await databases.eu.execute(sql`update directory.family_profiles set age_limit = 8 where id = ${child}::uuid`);
    const reading = await childsBrowser();
    expect((await shelfOf(reading)).ids).toEqual(["one", "two"]);
    expect((await pages.get(reading, "/books/old")).status).toBe(404);
    expect((await choose(parent, "old", "put-for-child")).status).toBe(404);
    expect(await (await pages.get(parent, "/books/old")).text()).toContain("Över åldersgränsen");
  });
});
