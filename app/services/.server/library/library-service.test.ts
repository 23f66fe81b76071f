import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { addFamily } from "#tests/support/family-scene";
import { type LibraryScene, libraryContext, libraryScene, readerUid, readerWith } from "#tests/support/library-scene";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { runEndpoint } from "#tests/support/run-endpoint";
import { temporaryFolder } from "#tests/support/temporary-folder";
import type { RejectionReason } from "~/epub/ingest/rejection";
import type { Caller } from "~/services/.server/directory/caller";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";
import type { Library } from "./library-service";
import { noteAddedBook, systemAuthor } from "./note-added-book";

let scene: LibraryScene;
let library: Library;
const caller = readerWith();

beforeAll(async () => {
  scene = await libraryScene();
  library = scene.library;
});

const endpoints = () => library.service.endpoints;

async function get(
  url: string,
  headers: Record<string, string> = {},
  method: "GET" | "HEAD" = "GET",
): Promise<Response> {
  const path = new URL(url).pathname.includes("/covers/") ? "/v1/covers/:bookId/:version" : "/content/*";
  const raw = library.service.raw?.find((endpoint) => endpoint.method === method && endpoint.path === path);
  if (!raw) throw new Error(`no raw endpoint for ${path}`);
  return raw.handle(new Request(url, { headers, method }), libraryContext);
}

function open(id: string, by: Caller = caller, from: "mark" | "start" = "mark") {
  return runEndpoint(endpoints().openBook, { params: { id }, query: { from }, headers: {}, body: undefined }, by);
}

test("given an unavailable database of one region, then covers of the other's books are looked up", async () => {
  const id = await library.addBook(await writeEpub(epubFiles()), { realms: ["se"], id: "uncovered" });
  const [version] = await readdir(join(scene.root, id));
  const unavailable = vi.spyOn(scene.databases.us, "select").mockImplementation(() => {
    throw new Error("the database is unavailable");
  });
  const cover = (book: string) => get(`http://localhost:3000/services/library/v1/covers/${book}/${version}`);
  // The book has none.
  expect((await cover(id)).status).toBe(404);
  await expect(cover("of-nobody")).rejects.toThrow("unavailable");
  unavailable.mockRestore();
  expect((await cover("of-nobody")).status).toBe(404);
});

describe("adding a book", () => {
  test("offers a book only in its realm, and opens it with the spine and the resources' URL", async () => {
    const id = await library.addBook(await writeEpub(epubFiles()), { realms: ["se"], id: "first" });
    expect(id).toBe("first");
    const { body } = await open(id);
    expect(body.book.title).toBe("A test book");
    expect(body.book.spine).toHaveLength(1);
    expect(body.resourcesUrl).toMatch(/^http:\/\/localhost:3000\/services\/library\/content\/first\/[0-9a-f]{16}\/$/);
    const elsewhere = open(id, { ...caller, realm: "fi" });
    await expect(elsewhere).rejects.toMatchObject({ status: 404, code: "not_found" });
  });

  test("given the same file twice, then it is one book; given another file for the id, then it is a new version", async () => {
    const file = await writeEpub(epubFiles({ "EPUB/style.css": "p { color: red }" }));
    const id = await library.addBook(file, { realms: ["se"] });
    expect(await library.addBook(file, { realms: ["no"] })).toBe(id);
    const changed = await writeEpub(epubFiles({ "EPUB/style.css": "p { color: blue }" }));
    expect(await library.addBook(changed, { realms: ["se"], id })).toBe(id);
    expect(await readdir(join(scene.root, id))).toHaveLength(2);
  });

  test("caches a book's manifest until its row in the database changes", async () => {
    const file = await writeEpub(epubFiles({ "EPUB/style.css": "p { color: orange }" }));
    const id = await library.addBook(file, { realms: ["se"] });
    const { book } = (await open(id)).body;
    expect((await open(id)).body.book).toBe(book);
    await scene.databases.eu.execute(
      sql`update library.books set manifest = jsonb_set(manifest, '{title}', '"Another"') where id = ${id}`,
    );
    expect((await open(id)).body.book.title).toBe("Another");
  });

  test("given a book that requires a subscription, then a reader without it gets 404", async () => {
    const file = await writeEpub(epubFiles({ "EPUB/style.css": "p { color: green }" }));
    const id = await library.addBook(file, { realms: ["se"], id: "paid", subscription: "polyglutt-school" });
    const open = (by: Caller) =>
      runEndpoint(endpoints().getBook, { params: { id }, query: undefined, headers: {}, body: undefined }, by);
    await expect(open(caller)).rejects.toMatchObject({ status: 404 });
    const subscriber = readerWith({ subscriptions: [{ type: "polyglutt-school" }] });
    expect((await open(subscriber)).body.title).toBe("A test book");
  });

  test.each<[string, RejectionReason, () => Promise<string>, RegExp]>([
    ["a text file", "not-a-zip", async () => textFile("plain text"), /no EPUB/],
    ["a zip without a container", "not-an-epub", () => writeEpub(new Map([["a.txt", "a"]])), /META-INF\/container.xml/],
    ["a missing package", "no-package", () => writeEpub(epubFiles({ "EPUB/package.opf": null })), /package file/],
    ["a missing page", "nothing-to-read", () => writeEpub(epubFiles({ "EPUB/one.xhtml": null })), /no page/],
    ["a path out of the book", "unsafe-path", () => climbing(), /leads out/],
    ["a zip bomb", "too-large", () => zipBomb(), /too large/],
    ["a file larger than declared", "damaged", () => lyingAboutSize(), /damaged at EPUB\/lie.bin/],
    ["an encrypted page", "encrypted", () => writeEpub(epubFiles({ [encryptionPath]: encryption })), /copy protection/],
  ])("given %s, then rejects the book as %s and stores nothing", async (_file, reason, make, message) => {
    const before = await readdir(scene.root);
    const adding = library.addBook(await make(), { realms: ["se"], id: "refused" });
    const rejection = { name: "BookRejected", reason, message: expect.stringMatching(message) };
    await expect(adding).rejects.toMatchObject(rejection);
    expect(await readdir(scene.root)).toEqual(before.includes(".incoming") ? before : [...before, ".incoming"].sort());
    expect(await readdir(join(scene.root, ".incoming"))).toEqual([]);
    const open = runEndpoint(
      endpoints().getBook,
      { params: { id: "refused" }, query: undefined, headers: {}, body: undefined },
      caller,
    );
    await expect(open).rejects.toMatchObject({ status: 404 });
  });
});

describe("uploading a book", () => {
  const superUser = readerWith({ scopes: ["ilt.user.se.write"] });
  const upload = async (bytes: Buffer, by = superUser) => {
    const input = {
      params: undefined,
      query: { fileName: "a.epub" },
      body: new Blob([new Uint8Array(bytes)]).stream(),
    };
    const { body } = await runEndpoint(endpoints().uploadBook, input, by);
    await library.uploads.run("eu", body.data.id, () => false);
    const sent = await runEndpoint(
      endpoints().getBookUploads,
      { params: undefined, query: {}, body: undefined },
      superUser,
    );
    return sent.body.data.find(({ id }) => id === body.data.id);
  };

  test("a super user's file is added to the realm's books; other users get 403", async () => {
    const file = await readFile(await writeEpub(epubFiles({ "EPUB/style.css": "p { color: purple }" })));
    await expect(upload(file, caller)).rejects.toMatchObject({ status: 403 });
    await expect(upload(file, readerWith({ scopes: ["ilt.user.no.write"] }))).rejects.toMatchObject({ status: 403 });
    const done = await upload(file);
    expect(done).toMatchObject({ state: "done", done: 1, isSame: false, book: { title: "A test book" } });
    const id = done?.book?.id ?? "";
    expect((await open(id)).body.book.spine).toHaveLength(1);
    expect(await upload(file)).toMatchObject({ state: "done", isSame: true, book: { id } });
    const { rows } = await scene.databases.eu.execute(
      sql`select action, user_uid, realm, details from directory.audit order by id limit 1`,
    );
    const details = { book: id, title: "A test book", country: "SE" };
    expect(rows).toEqual([{ action: "book.added", user_uid: readerUid, realm: "se", details }]);
  });

  test("given a book added by the command line, then audits it without a user and with the command as request id", async () => {
    const file = await writeEpub(epubFiles({ "EPUB/style.css": "p { color: teal }" }));
    const note = noteAddedBook(systemAuthor("se", "books-add"));
    const id = await library.addBook(file, { realms: ["se"], note });
    const { rows } = await scene.databases.eu.execute(
      sql`select action, user_uid, request_id, details from directory.audit order by id desc limit 1`,
    );
    const details = { book: id, title: "A test book", country: "SE" };
    expect(rows).toEqual([{ action: "book.added", user_uid: null, request_id: "books-add", details }]);
  });

  test("given a rejected file, then returns the reason and deletes the uploaded file", async () => {
    expect(await upload(Buffer.from("no book"))).toMatchObject({ state: "refused", reason: "not-a-zip", book: null });
    expect(await readdir(join(scene.root, ".incoming"))).toEqual([]);
    expect(await readdir(join(scene.root, ".uploads"))).toEqual([]);
  });

  test("given a file that was repaired or refused, then says what and where", async () => {
    const repaired = epubFiles({
      "EPUB/one.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml"><body>\n<p>Once &nbsp; upon</p></body></html>',
    });
    expect(await upload(await readFile(await writeEpub(repaired)))).toMatchObject({
      state: "done",
      notes: [{ kind: "entity", path: "EPUB/one.xhtml", line: 2, detail: "&nbsp;" }],
    });
    const empty = epubFiles({ "EPUB/one.xhtml": null });
    expect(await upload(await readFile(await writeEpub(empty)))).toMatchObject({
      state: "refused",
      reason: "nothing-to-read",
      reasonPath: "EPUB/one.xhtml",
      notes: [],
    });
  });

  test("given a sender who has lost the super user's scope, then refuses the upload (docs/security.md, line 21)", async () => {
    scene.reader.scopes = [];
    expect(await upload(Buffer.from("no book"))).toMatchObject({ state: "refused", reason: "no-right" });
    scene.reader.scopes = ["ilt.user.se.write"];
  });
});

describe("content of a book", () => {
  async function opened() {
    const id = await library.addBook(await writeEpub(epubFiles()), { realms: ["se"], id: "content" });
    const response = await open(id);
    return { ...response.body, cookie: response.headers?.["set-cookie"] ?? "" };
  }

  test("serves files by the policy in the query or in an HttpOnly cookie for the version's path", async () => {
    const { resourcesUrl, policy, cookie } = await opened();
    const page = await get(`${resourcesUrl}EPUB/one.xhtml?${policy}`);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toMatch(/xhtml/);
    expect(page.headers.get("content-security-policy")).toContain("script-src 'none'");
    expect(cookie).toContain(`Path=${new URL(resourcesUrl).pathname};`);
    expect(cookie).toContain("HttpOnly");
    const byCookie = await get(`${resourcesUrl}EPUB/style.css`, { cookie: cookie.split(";")[0] ?? "" });
    expect(await byCookie.text()).toBe("p { color: black }");
  });

  test("returns 403 for an unsigned, altered or incomplete query, even beside a valid cookie", async () => {
    const { resourcesUrl, policy, cookie } = await opened();
    const altered = policy.replace(
      /Signature=(.)/,
      (_whole, letter: string) => `Signature=${letter === "A" ? "B" : "A"}`,
    );
    const good = { cookie: cookie.split(";")[0] ?? "" };
    for (const query of ["", `?${altered}`, `?${policy.split("&")[0]}`]) {
      expect((await get(`${resourcesUrl}EPUB/one.xhtml${query}`)).status).toBe(403);
    }
    expect((await get(`${resourcesUrl}EPUB/one.xhtml?${altered}`, good)).status).toBe(403);
  });

  test("returns 403 for another country's policy, in the query and in the cookie", async () => {
    const { resourcesUrl, policy, cookie } = await opened();
    const elsewhere = new URL(`${resourcesUrl}EPUB/one.xhtml`);
    elsewhere.hostname = `fr.${elsewhere.hostname}`;
    expect((await get(`${elsewhere}?${policy}`)).status).toBe(403);
    expect((await get(`${elsewhere}`, { cookie: cookie.split(";")[0] ?? "" })).status).toBe(403);
  });

  test("returns 404 for every encoding of a path outside the book's folder", async () => {
    const { resourcesUrl, policy } = await opened();
    await writeFile(join(scene.root, "secret.txt"), "secret");
    for (const path of [
      "%2e%2e%2f%2e%2e%2fsecret.txt",
      "..%2f..%2fsecret.txt",
      "EPUB/%2e%2e%2f%2e%2e%2f%2e%2e%2fsecret.txt",
      "%00",
    ]) {
      expect([path, (await get(`${resourcesUrl}${path}?${policy}`)).status]).toEqual([path, 404]);
    }
  });

  test("supports ranges (206, 416), ETags (304) and HEAD", async () => {
    const { resourcesUrl, policy } = await opened();
    const url = `${resourcesUrl}EPUB/style.css?${policy}`;
    const part = await get(url, { range: "bytes=2-6" });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([206, "bytes 2-6/18", "{ col"]);
    expect((await get(url, { range: "bytes=99-" })).status).toBe(416);
    const head = await get(url, {}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "18", ""]);
    expect((await get(url, { "if-none-match": head.headers.get("etag") ?? "" })).status).toBe(304);
  });

  test("accepts a book with a malformed narration file, and opens it with its text", async () => {
    const manifest = (epubFiles().get("EPUB/package.opf") as string)
      .replace('<item id="css"', '<item id="mo" href="one.smil" media-type="application/smil+xml"/><item id="css"')
      .replace('<item id="one"', '<item id="one" media-overlay="mo"');
    const files = epubFiles({ "EPUB/package.opf": manifest, "EPUB/one.smil": "<smil><body>" });
    expect(await library.addBook(await writeEpub(files), { realms: ["se"], id: "bad-smil" })).toBe("bad-smil");
    const { body } = await open("bad-smil");
    expect(body.book.spine).toMatchObject([{ href: "EPUB/one.xhtml", overlay: "EPUB/one.smil" }]);
    expect(body.first.documents[0]?.text).toContain("Once upon a time.");
  });
});

test("another user's shelf is not found (404)", async () => {
  const input = { params: { id: "somebody" }, query: { limit: 500 }, headers: {}, body: undefined };
  await expect(endpoints().getUserBooks.authorise(input, caller)).rejects.toMatchObject({ status: 404 });
});

test("a user's own shelf lists the books that they may open", async () => {
  await library.addBook(await writeEpub(epubFiles()), { realms: ["se"], id: "shelved" });
  const input = { params: { id: readerUid }, query: { limit: 500 }, headers: {}, body: undefined };
  await endpoints().getUserBooks.authorise(input, caller);
  const { body } = await runEndpoint(endpoints().getUserBooks, input, caller);
  expect(body.data).toContainEqual(expect.objectContaining({ id: "shelved", authors: ["Ann Author"], coverUrl: null }));
  expect(body.data.map((book) => book.id)).not.toContain("paid");
});

test("a book above the reader's age limit is hidden from the shelf", async () => {
  await library.addBook(await writeEpub(epubFiles()), { realms: ["se"], id: "for-nine" });
  await scene.databases.eu.execute(
    sql`update library.books set shelf = jsonb_set(shelf, '{ageFrom}', '9') where id = 'for-nine'`,
  );
  const shelved = async (age: number | null) => {
    scene.reader.upToAge = age;
    const input = { params: { id: readerUid }, query: { limit: 500 }, headers: {}, body: undefined };
    const { body } = await runEndpoint(endpoints().getUserBooks, input, caller);
    scene.reader.upToAge = null;
    return body.data.map((book) => book.id).includes("for-nine");
  };
  expect([await shelved(null), await shelved(9), await shelved(8)]).toEqual([true, true, false]);
});

describe("first documents of an opened book", () => {
  const page = (name: string) =>
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${name}</title><link rel="stylesheet" href="styles/page.css"/><meta name="viewport" content="width=600, height=800"/></head><body><p>${name}</p></body></html>`;
  const names = ["one", "two", "three", "four"];

  async function book(layout: "reflowable" | "pre-paginated", changes: Record<string, string> = {}) {
    const items = names.map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`);
    const refs = names.map((name) => `<itemref idref="${name}"/>`);
    const opf = String(epubFiles().get("EPUB/package.opf"))
      .replace("</metadata>", `<meta property="rendition:layout">${layout}</meta></metadata>`)
      .replace(/<item id="one"[^>]*>/, items.join(""))
      .replace("style.css", "styles/page.css")
      .replace('<itemref idref="one"/>', refs.join(""));
    const pages = Object.fromEntries(names.map((name) => [`EPUB/${name}.xhtml`, page(name)]));
    const css = { "EPUB/styles/page.css": "p { background: url(../paper.png) }", "EPUB/style.css": null };
    const files = epubFiles({ "EPUB/package.opf": opf, ...pages, ...css, ...changes });
    return library.addBook(await writeEpub(files), { realms: ["se"] });
  }

  test("include style sheets whose URLs point into the book's folder", async () => {
    const { body } = await open(await book("reflowable"));
    expect(body.first.documents.map(({ index }) => index)).toEqual([0]);
    expect(body.first.documents[0]?.text).toContain("<p>one</p>");
    expect(body.first.styles).toEqual({
      "EPUB/styles/page.css": `p { background: url("${body.resourcesUrl}EPUB/paper.png") }`,
    });
    expect(body.documentPolicy).toContain(`script-src 'none'; style-src ${body.resourcesUrl}`);
  });

  test("are the documents at the saved position, with the neighbouring pages of a fixed layout", async () => {
    const id = await book("pre-paginated");
    const position = { ncxRef: "", URI: "EPUB/two.xhtml", timeOffset: "0.0", charOffset: 0 };
    const another = readerWith();
    if (another.user) another.user.uid = "7f7c1c9e-52f5-4a0e-9d55-3f0f4d1f0002";
    await runEndpoint(
      endpoints().setLastMark,
      { params: { id }, query: undefined, headers: {}, body: { position } },
      another,
    );
    const indexes = async (from: "mark" | "start") =>
      (await open(id, another, from)).body.first.documents.map(({ index }) => index);
    expect(await indexes("mark")).toEqual([1, 2, 0]);
    expect(await indexes("start")).toEqual([0, 1]);
  });

  test("omit documents that are too long and style sheets that import others", async () => {
    const long = await book("reflowable", { "EPUB/one.xhtml": page("long ".repeat(40_000)) });
    expect((await open(long)).body.first).toEqual({ documents: [], styles: {} });
    const chained = await book("reflowable", { "EPUB/styles/page.css": '@import "more.css"; p { color: red }' });
    expect((await open(chained)).body.first.styles).toEqual({});
  });
});

const encryptionPath = "META-INF/encryption.xml";
const encryption =
  '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#"><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/><CipherData><CipherReference URI="EPUB/one.xhtml"/></CipherData></EncryptedData></encryption>';

async function textFile(text: string): Promise<string> {
  const file = join(await temporaryFolder("epub"), "book.epub");
  await writeFile(file, text);
  return file;
}

/** yazl rejects such names, so the archive is written with a harmless name of the same length, which is then replaced. */
async function climbing(): Promise<string> {
  const file = await writeEpub(epubFiles({ "aa/aa/evil.txt": "x" }));
  await writeFile(
    file,
    Buffer.from((await readFile(file)).toString("latin1").replaceAll("aa/aa/evil.txt", "../../evil.txt"), "latin1"),
  );
  return file;
}

const zipBomb = () => writeEpub(epubFiles({ "EPUB/bomb.bin": Buffer.alloc(64 * 1024 * 1024) }));

/** The central directory declares ten bytes for a file of ten million. */
async function lyingAboutSize(): Promise<string> {
  const size = 10_000_000;
  const file = await writeEpub(epubFiles({ "EPUB/lie.bin": Buffer.alloc(size) }));
  const data = await readFile(file);
  const name = data.lastIndexOf("EPUB/lie.bin");
  data.writeUInt32LE(10, name - 46 + 24);
  await writeFile(file, data);
  return file;
}

test("a family without an active subscription gets 404 for a book", async () => {
  const id = await library.addBook(await writeEpub(epubFiles()), { realms: ["se"] });
  const uid = await addFamily(scene.databases.eu, "unpaid@example.com");
  const family = { uid, type: "guardian", roles: ["guardian"] } satisfies Partial<IdentifiedPerson>;
  await expect(open(id, readerWith(family))).rejects.toMatchObject({ status: 404, code: "not_found" });
  expect((await open(id, readerWith({ ...family, subscriptions: [{ type: "family" }] }))).status).toBe(200);
  expect((await open(id, readerWith({ ...family, uid: readerUid }))).status).toBe(200);
});
