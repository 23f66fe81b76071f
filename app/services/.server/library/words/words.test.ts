import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import { uidOf } from "#tests/support/callers";
import { type LibraryScene, libraryScene, readerUid, readerWith } from "#tests/support/library-scene";
import { writeDictd } from "#tests/support/make-dictd";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { runEndpoint } from "#tests/support/run-endpoint";
import type { Caller } from "~/services/.server/directory/caller";
import { eraseReaders } from "~/services/.server/library/erase-readers";
import type { SavedWord, SavedWordChange } from "~/services/contracts/words";
import { addDictionary, listDictionaries, removeDictionary } from "./dictionary-store";
import { readDictionary } from "./read-dictionary";

let scene: LibraryScene;
const caller = readerWith();
const endpoints = () => scene.library.service.endpoints;

const page = (body: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Katt</title></head><body>${body}</body></html>`;

const story = page(`<p>Katt<i>erna</i> såg igelkotten &amp; flickan. Bara <dfn>drivis</dfn> syntes där.</p>
  <section epub:type="glossary"><dl><dt>Igelkott</dt><dd>Ett djur med taggar. <img src="a%20b.png" alt="En igelkott"/></dd></dl></section>`);

beforeAll(async () => {
  scene = await libraryScene();
});

async function addBook(id: string, text = story) {
  return scene.library.addBook(await writeEpub(epubFiles({ "EPUB/one.xhtml": text })), { id, realms: ["se"] });
}

async function add(name: string, entries: Record<string, string>) {
  return addDictionary(scene.databases, await readDictionary(await writeDictd(name, entries)));
}

async function wordsOf(book: string, to?: string, by: Caller = caller) {
  const request = { params: { id: book }, query: { from: "sv", to }, headers: {}, body: undefined };
  await endpoints().getBookWords.authorise(request, by);
  return (await runEndpoint(endpoints().getBookWords, request, by)).body;
}

describe("words of a book", () => {
  it("finds a word by itself, else by its stem, and only words of the book", async () => {
    const book = await addBook("looked-up");
    await add("freedict-swe-eng", {
      katt: "katt /kat/\ncat\n",
      flicka: "flicka\ngirl\n",
      såg: "såg\nsaw (the tool)\n",
      sågen: "sågen\nwrong\n",
      häst: "häst\nhorse\n",
    });
    const { words, entries, sources, languages } = await wordsOf(book, "en");
    const meanings = (form: string) => words[form]?.map((index) => entries[index]?.meanings[0]);
    expect(meanings("katterna")).toEqual(["cat"]);
    expect(meanings("flickan")).toEqual(["girl"]);
    expect(meanings("såg")).toEqual(["saw (the tool)"]);
    expect(entries.map(({ headword }) => headword)).not.toContain("häst");
    expect(sources).toMatchObject([{ language: "en", licence: expect.stringContaining("GNU") }]);
    expect(languages).toContain("en");
  });

  it("has nothing for a pair without a dictionary, and no way round through another language", async () => {
    const book = await addBook("no-pair");
    const { words, entries, sources } = await wordsOf(book, "tr");
    expect([words, entries, sources]).toEqual([{}, [], []]);
  });

  it("has the book's own glossary with its pictures, and its definitions, for all forms of a term", async () => {
    const { glossary, explained } = await wordsOf(await addBook("explained"));
    expect(glossary).toEqual([
      {
        term: "Igelkott",
        meaning: "Ett djur med taggar.",
        picture: { path: expect.stringMatching(/a b\.png$/), text: "En igelkott" },
      },
      { term: "drivis", meaning: "Bara drivis syntes där.", picture: null },
    ]);
    expect(explained.igelkotten).toEqual([0]);
    expect(explained.drivis).toEqual([1]);
  });

  it("replaces a dictionary that is added again, lists and removes it", async () => {
    const { id } = await add("x-swe-deu", { katt: "katt\nKater\n" });
    await add("x-swe-deu", { katt: "katt\nKatze\n" });
    const book = await addBook("replaced");
    const { words, entries } = await wordsOf(book, "de");
    expect(words.katterna?.map((index) => entries[index]?.meanings)).toEqual([["Katze"]]);
    for (const region of ["eu", "us"] as const) {
      expect((await listDictionaries(scene.databases[region])).map((each) => each.id)).toContain(id);
    }
    expect([await removeDictionary(scene.databases, id), await removeDictionary(scene.databases, id)]).toEqual([
      true,
      false,
    ]);
    expect((await wordsOf(book, "de")).words).toEqual({});
  });

  it.each([
    [{}, /languages/],
    [{ from: "sv", to: "en" }, /licence/],
  ])("refuses a dictionary without languages or licence: %j", async (choices, message) => {
    const file = await readDictionary(await writeDictd("words", { katt: "katt\ncat\n" }, { info: "By somebody" }));
    await expect(addDictionary(scene.databases, file, choices)).rejects.toThrow(message);
  });

  it("is 404 for a book that the reader may not open", async () => {
    await expect(wordsOf("no-such-book")).rejects.toMatchObject({ status: 404 });
  });
});

const saved = (word: string, change: Partial<SavedWord> = {}): SavedWord => ({
  language: "sv",
  word,
  sentence: `Se ${word}.`,
  bookId: "a",
  bookTitle: "A",
  meaning: null,
  translation: { language: "en", text: "x" },
  created: "2026-01-02T03:04:05.000Z",
  ...change,
});
const put = (word: SavedWord): SavedWordChange => ({
  language: word.language,
  key: word.word.toLowerCase(),
  saved: word,
});
const remove = (key: string): SavedWordChange => ({ language: "sv", key, saved: null });

async function change(changes: SavedWordChange[], by: Caller = caller, id = readerUid) {
  const request = { params: { id }, query: undefined, headers: {}, body: { changes } };
  await endpoints().changeSavedWords.authorise(request, by);
  return (await runEndpoint(endpoints().changeSavedWords, request, by)).body.data;
}

async function list(by: Caller = caller, id = readerUid) {
  const request = { params: { id }, query: undefined, headers: {}, body: undefined };
  await endpoints().getSavedWords.authorise(request, by);
  return (await runEndpoint(endpoints().getSavedWords, request, by)).body.data;
}

describe("where a school has switched words off", () => {
  it("explains and saves none for its pupils, whose words stay in their export", async () => {
    const { eu } = scene.databases;
    await seedRealm(eu, "se");
    const uid = await uidOf(eu, "student.se");
    const pupil = readerWith({ uid });
    const book = await addBook("switched-off");
    const opening = async () => {
      const request = { params: { id: book }, query: { from: "start" as const }, headers: {}, body: undefined };
      return (await runEndpoint(endpoints().openBook, request, pupil)).body.mayUseWords;
    };
    await change([put(saved("katt"))], pupil, uid);
    expect(await opening()).toBe(true);
    await eu.execute(sql`update directory.organizations set words_hidden = true`);
    expect(await opening()).toBe(false);
    await expect(wordsOf(book, "en", pupil)).rejects.toMatchObject({ status: 403 });
    await expect(change([put(saved("hund"))], pupil, uid)).rejects.toMatchObject({ status: 403 });
    expect((await list(pupil, uid)).map(({ word }) => word)).toEqual(["katt"]);
  });
});

describe("saved words", () => {
  it("are stored, listed newest first, and removed; a repeated call changes nothing", async () => {
    const [one, two] = [saved("Katt"), saved("hund", { created: "2026-01-03T03:04:05.000Z" })];
    await change([put(one), put(two)]);
    expect(await change([put(one)])).toEqual([two, one]);
    expect(await change([remove("katt"), remove("katt")])).toEqual([two]);
    expect(await list()).toEqual([two]);
  });

  it("given the same word on two devices, then it is one, with the first sentence", async () => {
    await change([put(saved("ko", { sentence: "First." }))]);
    const all = await change([put(saved("Ko", { sentence: "Second." }))]);
    expect(all.filter(({ word }) => /^ko$/i.test(word)).map(({ sentence }) => sentence)).toEqual(["First."]);
  });

  it("are no later than their arrival", async () => {
    const uid = "0d8f2a4e-5b1c-4e7a-9f3d-444444444444";
    const [first] = await change(
      [put(saved("sen", { created: "2199-01-01T00:00:00.000Z" }))],
      readerWith({ uid }),
      uid,
    );
    expect(Date.parse(first?.created ?? "")).toBeLessThanOrEqual(Date.now());
  });

  it("are the owner's alone: 404 for others and for whoever acts as the reader, none for a shared account", async () => {
    const other = "0d8f2a4e-5b1c-4e7a-9f3d-111111111111";
    for (const by of [readerWith({ uid: other }), readerWith({}, "somebody")]) {
      await expect(list(by)).rejects.toMatchObject({ status: 404 });
      await expect(change([put(saved("får"))], by)).rejects.toMatchObject({ status: 404 });
    }
    const shared = readerWith({ sharedAccount: true });
    expect(await list(shared)).toEqual([]);
    await expect(change([put(saved("får"))], shared)).rejects.toMatchObject({ status: 403 });
  });

  it("returns 409 above the limit, and stores nothing of that call", async () => {
    const uid = "0d8f2a4e-5b1c-4e7a-9f3d-555555555555";
    await scene.databases.eu.execute(sql`
      insert into library.saved_words (realm, uid, language, key, word, created_at)
      select 'se', ${uid}::uuid, 'sv', 'ord' || n, ${JSON.stringify({ word: "ord" })}::jsonb, now() from generate_series(1, 2000) n`);
    const by = readerWith({ uid });
    await expect(change([put(saved("ny"))], by, uid)).rejects.toMatchObject({ status: 409 });
    expect((await change([remove("ord1"), put(saved("ny"))], by, uid)).length).toBe(2000);
  });

  it("are erased with the reader", async () => {
    const uid = "0d8f2a4e-5b1c-4e7a-9f3d-333333333333";
    await change([put(saved("katt"))], readerWith({ uid }), uid);
    await eraseReaders(scene.databases)("se", [uid]);
    expect(await list(readerWith({ uid }), uid)).toEqual([]);
  });
});
