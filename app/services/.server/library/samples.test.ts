import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type LibraryScene, libraryContext, libraryScene, readerWith } from "#tests/support/library-scene";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { runEndpoint } from "#tests/support/run-endpoint";
import type { Realm } from "~/realms/realm";
import type { Caller } from "~/services/.server/directory/caller";

let scene: LibraryScene;
const visitor: Caller = { ...libraryContext, user: null };
const superUser = readerWith({ scopes: ["ilt.user.se.write"] });
const nothing = { params: undefined, query: undefined, body: undefined };
const notThere = { status: 404, code: "not_found" };

beforeAll(async () => {
  scene = await libraryScene();
  await bookOf("marked", ["se"]);
  await bookOf("unmarked", []);
});

const endpoints = () => scene.library.service.endpoints;

async function bookOf(id: string, sampleIn: Realm[], language = "en") {
  const opf = String(epubFiles().get("EPUB/package.opf")).replace(/<dc:language>[^<]*/, `<dc:language>${language}`);
  const file = await writeEpub(epubFiles({ "EPUB/style.css": `p { content: "${id}" }`, "EPUB/package.opf": opf }));
  return scene.library.addBook(file, { realms: ["se", "no"], id, sampleIn });
}

const open = (id: string, by: Caller = visitor) =>
  runEndpoint(endpoints().openSample, { ...nothing, params: { id } }, by);
const policyOf = (id: string, version?: string) =>
  runEndpoint(endpoints().getSamplePolicy, { ...nothing, params: { id }, query: { version } }, visitor);
const samples = async (by: Caller = visitor, limit = 12) => {
  const { body } = await runEndpoint(endpoints().getSamples, { ...nothing, query: { limit } }, by);
  return body.data.map(({ id }) => id);
};

async function fileOf(folder: string, query: string): Promise<number> {
  const raw = scene.library.service.raw?.find(({ method, path }) => method === "GET" && path === "/content/*");
  const response = await raw?.handle(new Request(`${folder}EPUB/package.opf?${query}`), libraryContext);
  return response?.status ?? 0;
}

async function change(id: string, to: { isSample?: boolean; isTalking?: boolean }, by: Caller = superUser) {
  const entry = await runEndpoint(endpoints().getCatalogueBook, { ...nothing, params: { id } }, superUser);
  const { title, language, audioLanguages, videoLanguages, categories, ageFrom, ageTo, kind, ...now } = entry.body.data;
  const described = { title, language, audioLanguages, videoLanguages, categories, ageFrom, ageTo, kind };
  const rights = { subscriptions: now.subscriptions, isTalking: false, version: now.editVersion };
  const body = { ...described, ...rights, ...to };
  return runEndpoint(endpoints().updateCatalogueBook, { ...nothing, params: { id }, body }, by);
}

describe("a sample", () => {
  test("opens whole to a visitor, from its beginning, and stores no place", async () => {
    const { body, headers } = await open("marked");
    expect(body).toMatchObject({ bookId: "marked", lastMark: null, knownMark: null, keepsPlace: false });
    expect(await fileOf(body.resourcesUrl, body.policy)).toBe(200);
    expect(headers?.["set-cookie"]).toContain("Path=/services/library/content/marked/");
    const { body: renewed } = await policyOf("marked", body.version);
    expect(await fileOf(body.resourcesUrl, renewed.policy)).toBe(200);
  });

  test("gives a policy that opens no file of another book", async () => {
    const { body } = await open("marked");
    const other = readerWith();
    const opening = { ...nothing, params: { id: "unmarked" }, query: { from: "mark" as const }, headers: {} };
    const { body: elsewhere } = await runEndpoint(endpoints().openBook, opening, other);
    expect(await fileOf(elsewhere.resourcesUrl, elsewhere.policy)).toBe(200);
    expect(await fileOf(elsewhere.resourcesUrl, body.policy)).toBe(403);
    expect(await fileOf(elsewhere.resourcesUrl, "")).toBe(403);
  });

  test.each(["unmarked", "of-nobody"])("%s is none, so it is not found", async (id) => {
    await expect(open(id)).rejects.toMatchObject(notThere);
    await expect(policyOf(id)).rejects.toMatchObject(notThere);
    await expect(open(id, superUser)).rejects.toMatchObject(notThere);
  });

  test("of one country is none in another", async () => {
    await expect(open("marked", { ...visitor, realm: "no" })).rejects.toMatchObject(notThere);
    expect(await samples({ ...visitor, realm: "no" })).toEqual([]);
  });

  test("is found no more once it is withdrawn, replaced versions included", async () => {
    await bookOf("withdrawn", ["se"]);
    const { body } = await open("withdrawn");
    const withdrawal = { ...nothing, params: { id: "withdrawn" }, body: { isWithdrawn: true } };
    await runEndpoint(endpoints().setBookWithdrawn, withdrawal, superUser);
    await expect(open("withdrawn")).rejects.toMatchObject(notThere);
    await expect(policyOf("withdrawn", body.version)).rejects.toMatchObject(notThere);
    expect(await samples()).not.toContain("withdrawn");
  });
});

describe("the mark", () => {
  test("is set and removed by super users; a change that does not name it leaves it", async () => {
    await bookOf("changed", []);
    await expect(change("changed", { isSample: true }, readerWith())).rejects.toMatchObject({ status: 403 });
    expect((await change("changed", { isSample: true })).body.data.isSample).toBe(true);
    expect((await change("changed", {})).body.data.isSample).toBe(true);
    expect((await open("changed")).body.bookId).toBe("changed");
    expect((await change("changed", { isSample: false })).body.data.isSample).toBe(false);
    await expect(open("changed")).rejects.toMatchObject(notThere);
  });

  test("goes when the book becomes a talking book", async () => {
    await bookOf("talking", ["se"]);
    expect((await change("talking", { isSample: true, isTalking: true })).body.data).toMatchObject({
      isTalking: true,
      isSample: false,
    });
    await expect(open("talking")).rejects.toMatchObject(notThere);
  });
});

test("the list has the books in the country's language first, and as many as are wanted", async () => {
  await bookOf("in-swedish", ["se"], "sv");
  expect(await samples(visitor, 2)).toEqual(["in-swedish", "marked"]);
  expect(await samples(visitor, 1)).toEqual(["in-swedish"]);
});

test("the list names a book in the country's language, if the book has title, contents and voice in it", async () => {
  const file = path.resolve("packages/demo-library/epub/lyktan.epub");
  await scene.library.addBook(file, { realms: ["de", "fi"], id: "translated", sampleIn: ["de", "fi"] });
  const named = async (realm: Realm) => {
    const input = { ...nothing, query: { limit: 12 } };
    const { body } = await runEndpoint(endpoints().getSamples, input, { ...visitor, realm });
    return body.data.map(({ title, language }) => [title, language]);
  };
  expect(await named("de")).toEqual([["Wer leuchtet im Wald?", "de"]]);
  expect(await named("fi")).toEqual([["Vem lyser i skogen?", "sv"]]);
});
