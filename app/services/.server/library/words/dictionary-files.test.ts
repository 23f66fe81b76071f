import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeDictd } from "#tests/support/make-dictd";
import { temporaryFolder } from "#tests/support/temporary-folder";
import { dictdNumber, licenceIn } from "./dictd-file";
import { primarySubtag } from "./dictionary";
import { readEntry } from "./dictionary-text";
import { readDictionary } from "./read-dictionary";

it("reads a dictionary of dictd with its languages, licence, address and attribution", async () => {
  const file = await readDictionary(
    await writeDictd("freedict-swe-eng", {
      katt: "katt /kˈat/ <n>\n1. cat\n2. {tomcat}\n",
      adjö: "adjö\ngood-bye, see you\n",
      "adjö så länge": "adjö så länge\nso long\n",
    }),
  );
  expect(file).toMatchObject({
    name: "Test Dictionary ver. 0.2",
    languages: { from: "swe", to: "eng" },
    licence: "GNU General Public License ver. 2.0 and any later version",
    url: "https://dictionary.example/",
    phrases: 1,
    broken: [],
  });
  expect(file.attribution).toContain("Availability:");
  expect(file.entries).toEqual([
    { key: "katt", headword: "katt", pronunciation: "kˈat", part: "n", meanings: ["cat", "tomcat"] },
    { key: "adjö", headword: "adjö", pronunciation: null, part: null, meanings: ["good-bye, see you"] },
  ]);
});

it("leaves broken lines out, and names each with its place", async () => {
  const lines = ["ensam", "hund\tB!\tC", "häst\tBBBB\tC", "tom\tA\tA"];
  const { entries, broken } = await readDictionary(
    await writeDictd("freedict-swe-eng", { katt: "katt\ncat\n" }, { lines }),
  );
  expect(entries).toHaveLength(1);
  expect(broken).toEqual([
    { place: "line 4", reason: "is not a word with two numbers" },
    { place: "line 5", reason: "is not a word with two numbers" },
    { place: "line 6", reason: "leads behind the end of the text" },
    { place: "line 7", reason: "has no meaning" },
  ]);
});

it("refuses a file without its text, of another kind, or whose packing is broken", async () => {
  const folder = await temporaryFolder("dictionary");
  await writeFile(join(folder, "a.index"), "katt\tA\tB\n");
  await expect(readDictionary(join(folder, "a.index"))).rejects.toThrow("are both needed");
  await writeFile(join(folder, "a.dict.dz"), Buffer.from([0x1f, 0x8b, 1, 2, 3]));
  await expect(readDictionary(join(folder, "a.index"))).rejects.toThrow("can't be unpacked");
  expect(() => readDictionary(join(folder, "a.txt"))).toThrow("A dictionary is named by");
});

it("reads a dictionary of StarDict, with markup and a cut end", async () => {
  const folder = await temporaryFolder("dictionary");
  const texts = ["<k>katt</k><br/><i>cat</i> &amp; tomcat", "dog"];
  const entry = (word: string, from: number, length: number) => {
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(from, 0);
    numbers.writeUInt32BE(length, 4);
    return Buffer.concat([Buffer.from(`${word}\0`), numbers]);
  };
  const first = Buffer.byteLength(texts[0] ?? "");
  await writeFile(
    join(folder, "sv-en.ifo"),
    "StarDict's dict ifo file\nversion=2.4.2\nbookname=Small\nsametypesequence=h\nauthor=A. Author\ndescription=License: CC BY 4.0\n",
  );
  const index = [entry("katt", 0, first), entry("hund", first, 3), entry("ko", 900, 3), Buffer.from("häst\0\0")];
  await writeFile(join(folder, "sv-en.idx"), Buffer.concat(index));
  await writeFile(join(folder, "sv-en.dict"), texts.join(""));
  const file = await readDictionary(join(folder, "sv-en.ifo"));
  expect(file).toMatchObject({ name: "Small", languages: { from: "sv", to: "en" }, licence: "CC BY 4.0" });
  expect(file.attribution).toContain("A. Author");
  expect(file.entries.map(({ key, meanings }) => [key, meanings])).toEqual([
    ["katt", ["cat & tomcat"]],
    ["hund", ["dog"]],
  ]);
  expect(file.broken).toEqual([
    { place: "entry 3", reason: "leads behind the end of the text" },
    { place: "entry 4", reason: "is cut off" },
  ]);
});

it("reads dictd's numbers", () => {
  expect(["A", "B", "BA", "+/", "", "!"].map(dictdNumber)).toEqual([0, 1, 64, 62 * 64 + 63, null, null]);
});

it("leaves out examples and cross-references, and shortens", () => {
  const text = `abandon /əˈbændən/ <v>\n  1. to give up\n      "they abandoned it"\n  Synonyms: {leave}\n  2. ${"x".repeat(300)}`;
  const read = readEntry("abandon", text);
  expect(read).toMatchObject({ pronunciation: "əˈbændən", part: "v" });
  expect(read?.meanings.map(({ length }) => length)).toEqual([10, 240]);
});

it("reads WordNet's entries, whose meanings go over several lines", () => {
  const text = `clock
    n 1: a timepiece that shows the time of day;
         "the clock struck" [syn: {clock}, {timer}]
    v 1: measure the time of an event or of a person who does
         something [syn: {time}]`;
  expect(readEntry("clock", text)?.meanings).toEqual([
    "a timepiece that shows the time of day",
    "measure the time of an event or of a person who does something",
  ]);
});

it("leaves marks of languages and parts of speech out", () => {
  expect(readEntry("Run", "Run /(en)ɹˈʌn(de)/ <masc, n, sg>\nrun <n>, jog <n>\n")).toMatchObject({
    pronunciation: "ɹˈʌn",
    meanings: ["run, jog"],
  });
});

it.each([
  ["swe", "sv"],
  ["en-UK", "en"],
  ["nor", "nb"],
  ["tur", "tr"],
  ["x1", null],
])("names the language %s", (code, subtag) => {
  expect(primarySubtag(code)).toBe(subtag);
});

it("finds no licence where none is named", () => {
  expect(licenceIn("A dictionary by somebody.")).toBeNull();
});
