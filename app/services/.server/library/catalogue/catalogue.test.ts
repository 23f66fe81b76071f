import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { type LibraryScene, libraryContext, libraryScene, readerUid, readerWith } from "#tests/support/library-scene";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { runEndpoint } from "#tests/support/run-endpoint";
import type { Caller } from "~/services/.server/directory/caller";
import type { CatalogueChange } from "~/services/contracts/book-catalogue";

let scene: LibraryScene;
const reader = readerWith();
const superUser = readerWith({ scopes: ["ilt.user.se.write"] });

beforeAll(async () => {
  scene = await libraryScene();
});

const endpoints = () => scene.library.service.endpoints;
const none = { params: undefined, query: undefined, body: undefined };

/** Adds a book with its own content to Sweden's catalogue. */
async function bookOf(id: string, changes: Record<string, string | Buffer | null> = {}, realms = ["se"] as ["se"]) {
  const file = await writeEpub(epubFiles({ "EPUB/style.css": `p { content: "${id}" }`, ...changes }));
  return scene.library.addBook(file, { realms, id });
}

const entry = async (id: string, by: Caller = superUser) =>
  (await runEndpoint(endpoints().getCatalogueBook, { ...none, params: { id } }, by)).body.data;

async function change(id: string, to: Partial<CatalogueChange>, by: Caller = superUser, version?: number) {
  const now = await entry(id);
  const {
    title,
    language,
    audioLanguages,
    videoLanguages,
    categories,
    ageFrom,
    ageTo,
    kind,
    subscriptions,
    isTalking,
  } = now;
  const attributes = { title, language, audioLanguages, videoLanguages, categories, ageFrom, ageTo, kind };
  const body = { ...attributes, subscriptions, isTalking, ...to, version: version ?? now.editVersion };
  return runEndpoint(endpoints().updateCatalogueBook, { ...none, params: { id }, body }, by);
}

const opened = async (id: string, by: Caller = reader) =>
  (await runEndpoint(endpoints().openBook, { ...none, params: { id }, query: { from: "mark" }, headers: {} }, by)).body;

const shelved = async (by: Caller = reader) => {
  const input = { ...none, params: { id: readerUid }, query: {}, headers: {} };
  return (await runEndpoint(endpoints().getShelf, input, by)).body.data.map(({ book }) => book.id);
};

async function replaceFile(id: string, changes: Record<string, string | Buffer | null>) {
  const bytes = new Uint8Array(await readFile(await writeEpub(epubFiles(changes))));
  const input = { ...none, query: { fileName: "second.epub", bookId: id }, body: new Blob([bytes]).stream() };
  const { body } = await runEndpoint(endpoints().uploadBook, input, superUser);
  await scene.library.uploads.run("eu", body.data.id, () => false);
}

const withdraw = (id: string, isWithdrawn: boolean) =>
  runEndpoint(endpoints().setBookWithdrawn, { ...none, params: { id }, body: { isWithdrawn } }, superUser);

const notThere = { status: 404 };

test("the catalogue requires a super user of the realm (403), and another realm's book is not found (404)", async () => {
  await bookOf("theirs");
  for (const by of [reader, readerWith({ scopes: ["ilt.user.no.write"] })]) {
    await expect(entry("theirs", by)).rejects.toMatchObject({ status: 403 });
    await expect(change("theirs", { title: "Mine" }, by)).rejects.toMatchObject({ status: 403 });
  }
  await scene.library.addBook(await writeEpub(epubFiles({ "EPUB/style.css": "p { content: 'no' }" })), {
    realms: ["no"],
    id: "norwegian",
  });
  await expect(entry("norwegian")).rejects.toMatchObject(notThere);
});

describe("edited metadata of a book", () => {
  test("is shown in the reader and found by search, and the audit lists the changed attributes", async () => {
    await bookOf("edited");
    await change("edited", { title: "Lyktan igen", language: "sv", kind: "frog", ageFrom: 3, categories: ["Havet"] });
    const { book } = await opened("edited");
    expect([book.title, book.language, book.kind]).toEqual(["Lyktan igen", "sv", "frog"]);
    const query = { q: "lyktan igen", pageNumber: 1 };
    const { body } = await runEndpoint(endpoints().getCatalogue, { ...none, query }, superUser);
    expect(body.data.map(({ id, ageFrom, categories }) => [id, ageFrom, categories])).toEqual([
      ["edited", 3, ["Havet"]],
    ]);
    const { rows } = await scene.databases.eu.execute(
      sql`select details from directory.audit where action = 'book.changed' order by id desc limit 1`,
    );
    const attributes = ["title", "language", "categories", "ageFrom", "kind"];
    expect(rows).toEqual([{ details: { book: "edited", title: "Lyktan igen", country: "SE", attributes } }]);
  });

  test("is retained when the file is replaced, while unedited fields follow the new file", async () => {
    await bookOf("followed");
    await change("followed", { title: "Ours" });
    const opf = String(epubFiles().get("EPUB/package.opf")).replace("Ann Author", "Bo Writer").replace(">en<", ">fi<");
    await replaceFile("followed", { "EPUB/package.opf": opf });
    const now = await entry("followed");
    expect([now.title, now.authors, now.language, now.fromFile.title]).toEqual([
      "Ours",
      ["Bo Writer"],
      "fi",
      "A test book",
    ]);
    await change("followed", { title: "A test book" });
    expect((await opened("followed")).book.title).toBe("A test book");
  });

  test("given an outdated version, then returns 412 and keeps the first change", async () => {
    await bookOf("raced");
    const { editVersion } = await entry("raced");
    await change("raced", { title: "First" });
    await expect(change("raced", { title: "Second" }, superUser, editVersion)).rejects.toMatchObject({ status: 412 });
    expect((await entry("raced")).title).toBe("First");
  });
});

test("a book with a missing page is listed with the page's name", async () => {
  const opf = String(epubFiles().get("EPUB/package.opf"))
    .replace("</manifest>", '<item id="two" href="two.xhtml" media-type="application/xhtml+xml"/></manifest>')
    .replace("</spine>", '<itemref idref="two"/></spine>');
  await bookOf("incomplete", { "EPUB/package.opf": opf });
  const { warnings, missingFiles } = await entry("incomplete");
  expect([warnings.includes("missing-parts"), missingFiles]).toEqual([true, ["EPUB/two.xhtml"]]);
});

describe("a new version of a book's file", () => {
  test("is opened from now on, while the old one stays readable for those who have it open", async () => {
    await bookOf("replaced");
    const before = await opened("replaced");
    await replaceFile("replaced", {
      "EPUB/one.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>New.</p></body></html>',
    });
    const after = await opened("replaced");
    expect(after.version).not.toBe(before.version);
    const renewed = await runEndpoint(
      endpoints().getPolicy,
      { ...none, params: { id: "replaced" }, query: { version: before.version }, headers: {} },
      reader,
    );
    const raw = scene.library.service.raw?.find(({ method, path }) => method === "GET" && path === "/content/*");
    const old = await raw?.handle(
      new Request(`${before.resourcesUrl}EPUB/one.xhtml?${renewed.body.policy}`),
      libraryContext,
    );
    expect(await old?.text()).toContain("Once upon a time.");
    const unknown = { ...none, params: { id: "replaced" }, query: { version: "another" }, headers: {} };
    await expect(runEndpoint(endpoints().getPolicy, unknown, reader)).rejects.toMatchObject(notThere);
    const { versions } = await entry("replaced");
    expect(versions.map(({ fileName, readableUntil }) => [fileName, readableUntil !== null])).toEqual([
      ["second.epub", false],
      [null, true],
    ]);
  });

  test("keeps the reader's approximate position when the documents have other names", async () => {
    const two = (name: string) =>
      `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>${name} ${"word ".repeat(400)}</p></body></html>`;
    const opf = (names: string[]) =>
      String(epubFiles().get("EPUB/package.opf"))
        .replace(
          '<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/>',
          names.map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`).join(""),
        )
        .replace('<itemref idref="one"/>', names.map((name) => `<itemref idref="${name}"/>`).join(""));
    const files = (names: string[]) => ({
      "EPUB/package.opf": opf(names),
      "EPUB/one.xhtml": null,
      ...Object.fromEntries(names.map((name) => [`EPUB/${name}.xhtml`, two(name)])),
    });
    await bookOf("marked", files(["a", "b"]));
    const mark = (URI: string) => ({
      ...none,
      params: { id: "marked" },
      headers: {},
      body: { position: { ncxRef: "", URI, timeOffset: "0.0", charOffset: 1000 } },
    });
    await runEndpoint(endpoints().setLastMark, mark("EPUB/b.xhtml"), reader);
    await replaceFile("marked", files(["c", "d"]));
    expect((await opened("marked")).lastMark?.URI).toBe("EPUB/d.xhtml");
    // A tab that still has the old version open saves its position.
    await runEndpoint(endpoints().setLastMark, mark("EPUB/b.xhtml"), reader);
    expect((await opened("marked")).lastMark?.URI).toBe("EPUB/d.xhtml");
  });
});

test("a withdrawn book returns 404, is hidden from shelves, and returns to them when it is restored", async () => {
  await bookOf("gone");
  const put = { ...none, params: { id: readerUid }, headers: {}, body: { bookId: "gone" } };
  await runEndpoint(endpoints().putUserBook, put, reader);
  await withdraw("gone", true);
  await expect(opened("gone")).rejects.toMatchObject(notThere);
  expect(await shelved()).not.toContain("gone");
  const query = { state: "withdrawn" as const, pageNumber: 1 };
  const { body } = await runEndpoint(endpoints().getCatalogue, { ...none, query }, superUser);
  expect(body.data.map(({ id }) => id)).toEqual(["gone"]);
  await withdraw("gone", false);
  expect(await shelved()).toContain("gone");
  const places = { ...none, params: { id: "gone" }, headers: {} };
  expect((await runEndpoint(endpoints().getBookPlaces, places, reader)).body.mine).toBe(true);
});

describe("a talking book", () => {
  const holder = readerWith({ speakingBookRights: true });

  test("is shown only to holders of the right, whether the catalogue or the file marks it as talking", async () => {
    await bookOf("by-catalogue");
    await change("by-catalogue", { isTalking: true });
    const opf = String(epubFiles().get("EPUB/package.opf")).replace(
      "</metadata>",
      '<meta property="fabel:talking-book">true</meta></metadata>',
    );
    await bookOf("by-file", { "EPUB/package.opf": opf });
    await change("by-file", { isTalking: false });
    for (const id of ["by-catalogue", "by-file"]) {
      await expect(opened(id)).rejects.toMatchObject(notThere);
      expect(await shelved()).not.toContain(id);
      expect((await opened(id, holder)).bookId).toBe(id);
      expect(await shelved(holder)).toContain(id);
    }
  });
});

test("a book with subscriptions requires one of them, and a book without is open to everyone", async () => {
  await bookOf("narrowed");
  await change("narrowed", { subscriptions: ["polyglutt-school"] });
  await expect(opened("narrowed")).rejects.toMatchObject(notThere);
  expect((await opened("narrowed", readerWith({ subscriptions: [{ type: "polyglutt-school" }] }))).bookId).toBe(
    "narrowed",
  );
  await withdraw("narrowed", true);
  await change("narrowed", { subscriptions: [] });
  await expect(opened("narrowed")).rejects.toMatchObject(notThere);
  await withdraw("narrowed", false);
  expect((await opened("narrowed")).bookId).toBe("narrowed");
});
