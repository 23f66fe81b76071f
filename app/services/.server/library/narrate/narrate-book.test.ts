import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { testDatabases } from "#tests/support/database";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { narratedBook } from "#tests/support/narrated-book";
import { temporaryFolder } from "#tests/support/temporary-folder";
import type { Databases } from "~/db/.server/connect";
import { addBook } from "~/services/.server/library/add-book";
import { diskStorage } from "~/services/.server/library/disk-storage";
import { ingestBook } from "~/services/.server/library/ingest/ingest-book";
import { books } from "~/services/.server/library/tables";
import { type NarrateParts, narrateBook, removeNarration } from "./narrate-book";
import { wavFormat } from "./store-sound";
import { voiceOf } from "./voice";

const program = fileURLToPath(new URL("../../../../../tests/support/voice-program.mjs", import.meta.url));
const speaker = (voice: string, seconds = 60) => voiceOf({ voice, program, rate: 150, seconds });

let databases: Databases;
let root: string;
let parts: NarrateParts;

beforeAll(async () => {
  databases = await testDatabases();
  root = await temporaryFolder("narrated-books");
  parts = { databases, storage: diskStorage(root), ingest: ingestBook, caller: "books-narrate" };
});

const page = (body: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title></head><body>${body}</body></html>`;
const twoSentences = page("<h1>Rain</h1><p>It rains. We stay <em>in</em>.</p>");

async function added(id: string, changes: Record<string, string | Buffer | null> = {}, file?: string) {
  const epub = file ?? (await writeEpub(epubFiles({ "EPUB/one.xhtml": twoSentences, ...changes })));
  await addBook(epub, { id, realms: ["se", "no"] }, parts);
  return await stored(id);
}

async function stored(id: string) {
  const [book] = await databases.eu.select().from(books).where(eq(books.id, id));
  if (!book) throw new Error(`There is no book ${id}`);
  const read = (name: string) => readFile(path.join(root, id, book.version, name), "utf8");
  return { ...book, read };
}

test("given a book without a narration, then its next version has one, by sentence, and places keep their letters", async () => {
  const before = await added("plain");
  await narrateBook("plain", speaker("tone"), wavFormat, parts);
  const after = await stored("plain");
  expect(after.version).not.toBe(before.version);
  expect(after.shelf).toMatchObject({ audioLanguages: ["en"], computerVoice: "voice-program.mjs tone" });
  expect(after.manifest.spine[0]).toMatchObject({
    href: "EPUB/one.xhtml",
    overlay: "EPUB/computer-voice/0001.smil",
    characters: before.manifest.spine[0]?.characters,
  });
  // Three sentences of 4, 9 and 11 letters, and the rests around them.
  expect(after.manifest.spine[0]?.duration).toBeCloseTo(0.15 + 0.2 + 0.7 + 0.45 + 0.35 + 0.6 + 0.6, 1);
  expect(await after.read("EPUB/one.xhtml")).toContain('<span id="computer-voice-3">We stay <em>in</em>.</span>');
  const overlay = await after.read("EPUB/computer-voice/0001.smil");
  expect(overlay.match(/text src="[^"]*"/g)).toEqual(
    [1, 2, 3].map((n) => `text src="../one.xhtml#computer-voice-${n}"`),
  );
  expect(overlay).toContain('clipBegin="0.000s" clipEnd="1.0');
});

test("given times of words, then each word has a clip", async () => {
  await added("words");
  await narrateBook("words", speaker("words"), wavFormat, parts);
  const after = await stored("words");
  expect(await after.read("EPUB/one.xhtml")).toContain(
    '<span id="computer-voice-3"><span id="computer-voice-3-1">We </span><span id="computer-voice-3-2">stay </span><span id="computer-voice-3-3"><em>in</em>.</span></span>',
  );
  expect((await after.read("EPUB/computer-voice/0001.smil")).match(/<par/g)).toHaveLength(6);
});

test("given a narration by a computer's voice, then another replaces it, and removing it restores the pages", async () => {
  const before = await added("again");
  await narrateBook("again", speaker("words"), wavFormat, parts);
  await narrateBook("again", speaker("tone"), wavFormat, parts);
  const second = await stored("again");
  expect(second.shelf.computerVoice).toBe("voice-program.mjs tone");
  expect((await second.read("EPUB/package.opf")).match(/application\/smil\+xml/g)).toHaveLength(1);
  expect(await second.read("EPUB/one.xhtml")).not.toContain("computer-voice-3-1");
  await removeNarration("again", parts);
  const after = await stored("again");
  expect(after.shelf).toEqual(before.shelf);
  expect(after.manifest).toEqual(before.manifest);
  expect(await after.read("EPUB/one.xhtml")).toBe(await before.read("EPUB/one.xhtml"));
  expect(await after.read("EPUB/package.opf")).toBe(await before.read("EPUB/package.opf"));
  await expect(removeNarration("again", parts)).rejects.toThrow(
    "The book again has no narration by a computer's voice",
  );
});

test("given a new file of the book with a recording, then the recording is the narration", async () => {
  await added("recorded");
  await narrateBook("recorded", speaker("tone"), wavFormat, parts);
  const after = await added("recorded", {}, await narratedBook({ chapters: [["One."]] }));
  expect(after.shelf).not.toHaveProperty("computerVoice");
  await expect(narrateBook("recorded", speaker("tone"), wavFormat, parts)).rejects.toThrow("has a recorded narration");
});

test.each([
  ["hang", "did not end within 1 seconds, at the sentence “Rain”"],
  ["die", "ended with 3: no such model, at the sentence “Rain”"],
  ["silent", "wrote silence, at the sentence “Rain”"],
  ["none", "wrote no sound, at the sentence “Rain”"],
  ["text", "wrote no WAV, at the sentence “Rain”"],
])(
  "given a voice program that fails (%s), then it says so in a line, and the book is as it was",
  async (voice, words) => {
    const before = await added(`fails-${voice}`, { "EPUB/one.xhtml": page("<p>Rain</p>") });
    await expect(narrateBook(before.id, speaker(voice, voice === "hang" ? 1 : 60), wavFormat, parts)).rejects.toThrow(
      words,
    );
    const after = await stored(before.id);
    expect(after.version).toBe(before.version);
    expect(await readdir(path.join(root, before.id))).toEqual([before.version]);
    expect(await readdir(path.join(root, ".incoming"))).toEqual([]);
  },
);

test("given no such book, no such program, or a book without text, then a line says so", async () => {
  await expect(narrateBook("none", speaker("tone"), wavFormat, parts)).rejects.toThrow("There is no book none");
  await added("pictures", { "EPUB/one.xhtml": page('<p>* * *</p><img src="a.png" alt=""/>') });
  await expect(narrateBook("pictures", speaker("tone"), wavFormat, parts)).rejects.toThrow(
    "no text that could be read",
  );
  await added("unspoken");
  const missing = voiceOf({ voice: "sv", program: "/no/program", rate: 150, seconds: 60 });
  await expect(narrateBook("unspoken", missing, wavFormat, parts)).rejects.toThrow("There is no program /no/program");
});
