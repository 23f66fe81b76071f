import { expect, test } from "vitest";
import { type Clip, chooseTargets, readClips, readClock, readTruth, type Target, targetsOf } from "./clips";

const smil = `<smil xmlns="http://www.w3.org/ns/SMIL"><body><seq>
  <par><text src="../one.xhtml#a"/><audio src="../audio/one%20.mp3" clipBegin="0:00:01.5" clipEnd="2500ms"/></par>
  <par><text src="../one.xhtml#b"/><audio src="../audio/one%20.mp3" clipBegin="2.5s"/></par>
  <par><text src="../one.xhtml#c"/></par>
</seq></body></smil>`;

test("readClips returns texts with their audio, with paths resolved against the overlay's folder", () => {
  expect(readClips("EPUB/mo/one.smil", smil)).toEqual([
    {
      smil: "EPUB/mo/one.smil",
      text: { href: "EPUB/one.xhtml", id: "a" },
      audio: { href: "EPUB/audio/one .mp3", begin: 1.5, end: 2.5 },
    },
    {
      smil: "EPUB/mo/one.smil",
      text: { href: "EPUB/one.xhtml", id: "b" },
      audio: { href: "EPUB/audio/one .mp3", begin: 2.5, end: null },
    },
    { smil: "EPUB/mo/one.smil", text: { href: "EPUB/one.xhtml", id: "c" }, audio: null },
  ]);
  expect(readClips("x.smil", "")).toEqual([]);
});

test("readClock reads every form of SMIL clock values and returns null for invalid ones", () => {
  expect(["0:01:02.5", "02:03", "1.5min", "2h", "30ms", "7", "7.25s"].map(readClock)).toEqual([
    62.5, 123, 90, 7200, 0.03, 7, 7.25,
  ]);
  expect([null, "", "soon", "1:"].map(readClock)).toEqual([null, null, null, null]);
});

function clip(id: string, begin: number): Clip {
  return { smil: "s", text: { href: "one.xhtml", id }, audio: { href: "a.mp3", begin, end: begin + 1 } };
}

test("given a truth file, then its times are used, and clips without a true time nearby omitted", () => {
  const truth = readTruth('{"a.mp3": [{"k": 0, "begin": 1, "end": 2}, {"k": 1, "begin": 2, "end": 2.2}]}');
  const targets = targetsOf([clip("a", 1.01), clip("b", 2), clip("c", 9)], truth);
  expect(targets.map(({ begin, end }) => [begin, end])).toEqual([
    [1, 2],
    [2, 2.2],
  ]);
});

test("given no truth file, then the overlay's times are used, and clips without audio omitted", () => {
  expect(targetsOf([clip("a", 1)], null)).toMatchObject([{ begin: 1, end: 2 }]);
  expect(targetsOf([{ ...clip("a", 1), audio: null }], null)).toEqual([]);
});

test("readTruth throws if the file holds no clips", () => {
  expect(() => readTruth("null")).toThrow("holds no clips");
});

function targetsOfLengths(lengths: readonly number[]): Target[] {
  let at = 0;
  return lengths.map((length, index) => {
    const begin = at;
    at += length;
    return { clip: clip(`s${index}`, begin), begin, end: at } as Target;
  });
}

test("chooseTargets includes the shortest clips and keeps the book's order", () => {
  const targets = targetsOfLengths([1, 9, 0.17, 8, 7, 0.2, 6, 5, 4]);
  const chosen = chooseTargets(targets, 4);
  expect(chosen).toHaveLength(4);
  expect(chosen.map((target) => target.clip.text.id)).toEqual(expect.arrayContaining(["s2", "s5"]));
  const begins = chosen.map((target) => target.begin);
  expect(begins).toEqual([...begins].sort((one, other) => one - other));
  expect(chooseTargets(targets, 20)).toHaveLength(8);
});

test("chooseTargets returns only clips that continue directly from another text", () => {
  const [one, two, three, four] = targetsOfLengths([1, 1, 1, 1]) as [Target, Target, Target, Target];
  const gap = { ...three, begin: three.begin + 0.3 };
  const same = { ...four, clip: { ...four.clip, text: gap.clip.text } };
  expect(chooseTargets([one, two, gap, same], 20)).toEqual([two]);
});
