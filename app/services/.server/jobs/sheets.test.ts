import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { sizedTextsOfPdf, textsOfPdf } from "#tests/support/pdf-text";
import { sheetFileName } from "./print-sheet";
import { printBadges, printPasswords, type SheetPerson } from "./sheets";

const words = {
  title: "Lösenord",
  hint: "Byt det vid första inloggningen.",
  name: "Namn",
  username: "Användarnamn",
  password: "Lösenord",
  withoutGroup: "Utan klass",
  unwritten: "Skriv namnet för hand.",
  shared: "Gäller tills skolan ger ett nytt.",
  pupils: "Behöver inte bytas.",
  address: "Logga in på se.example.org/login",
};

const sheets = [
  ["slips", printPasswords],
  ["badges", printBadges],
] as const;

async function textsOf(names: string[], print = printPasswords): Promise<string[]> {
  const stream = new PassThrough();
  const file = buffer(stream);
  const people = names.map(
    (name, index): SheetPerson => ({
      ...{ name, username: `u${index}`, group: "4A", school: "Lindskolan", secret: `abcd-efgh-${index}` },
      kind: name.startsWith("Surfplatta") ? "shared" : name.startsWith("Elev") ? "pupil" : "other",
    }),
  );
  await print(stream, people, words);
  return textsOfPdf(await file);
}

it.each([
  "Åsa Lindström",
  "Łukasz Żółć",
  "Nguyễn Thị Hồng",
  "Ольга Щукина",
  "Їжакевич Ґалаґан",
  "Γιώργος Παπαδόπουλος",
  "Şebnem Iğdır",
  "ሰላም ተስፋዬ",
  "გიორგი გიორგაძე",
  "Աննա Սարգսյան",
  "สมชาย ใจดี",
])("a sheet contains the name %s unchanged", async (name) => {
  const texts = await textsOf([name]);
  // A font file covers a subset of the letters, so a name may be drawn in pieces.
  expect(texts.join("")).toContain(name);
  expect(texts).toContain("abcd-efgh-0");
});

it.each(["محمد علي", "דוד כהן", "سلمى عمر"])(
  "a sheet contains the whole name %s, drawn from right to left",
  async (name) => {
    const drawn = (await textsOf([name])).join("");
    expect(drawn).toContain([...name].reverse().join(""));
    expect(drawn).not.toContain("?");
  },
);

it("a name in two scripts is drawn in the order of the line", async () => {
  const texts = await textsOf(["Elsa محمد"]);
  const at = texts.indexOf("Elsa ");
  expect(texts[at + 1]).toBe([..."محمد"].reverse().join(""));
});

it.each(sheets)("on %s, a name that is longer than a line is wrapped and complete", async (_kind, print) => {
  const names = ["Wilhelmina Alexandra Konstantina von und zu Hohenstein-Ludwigsburg", "Abdul ".repeat(42).trim()];
  const drawn = (await textsOf(names, print)).join(" ").replaceAll("- ", "-");
  for (const name of names) expect(drawn).toContain(name);
});

it.each(sheets)("on %s, a word that is longer than a line is broken and complete", async (_kind, print) => {
  const name = "Ö".repeat(255);
  expect((await textsOf([name], print)).join("")).toContain(name);
});

it.each(sheets)(
  "on %s, a name without a font is printed as its printable part, else as the username, with a mark and one footnote",
  async (_kind, print) => {
    const texts = await textsOf(["漢 Li", "王小明", "Elsa Ek"], print);
    expect(texts).toEqual(expect.arrayContaining(["Li*", "u1*", "Elsa Ek"]));
    expect(texts.filter((text) => text === "* Skriv namnet för hand.")).toHaveLength(1);
    expect(texts.join("")).not.toContain("?");
    expect((await textsOf(["Elsa Ek"], print)).join("")).not.toContain("*");
  },
);

it("badges print names in other scripts", async () => {
  const texts = await textsOf(["Ольга Щукина"], printBadges);
  expect(texts.join(" ")).toContain("Ольга Щукина");
});

it("a long name on a badge is broken after its hyphens and complete", async () => {
  const drawn = (await textsOf(["Zoë Åkerström-Nyländer af Ångermanland"], printBadges)).join("|");
  expect(drawn).toContain("|Zoë Åkerström-|Nyländer af|Ångermanland|");
});

it.each(sheets)("on %s, a long username is complete, in smaller letters", async (_kind, print) => {
  const username = "maximilian-alexander.von-und-zu-hohenstein-ludwigsburg@grundschule-am-park.example";
  const name = "Maximilian Alexander von Hohenstein-Ludwigsburg";
  const person = { name, group: "4A", school: "Lindskolan", secret: "abcd-efgh", kind: "other" as const };
  const stream = new PassThrough();
  const file = buffer(stream);
  await print(
    stream,
    [
      { ...person, username: "ek" },
      { ...person, username },
    ],
    words,
  );
  const drawn = sizedTextsOfPdf(await file);
  const parts = drawn.slice(drawn.findIndex(({ text }) => text.length > 0 && username.startsWith(text)));
  const usual = drawn.find(({ text }) => text === "ek")?.size ?? 0;
  let left = username;
  for (const { text, size } of parts) {
    if (!left.startsWith(text)) break;
    left = left.slice(text.length);
    expect(size).toBeLessThan(usual);
    expect(size).toBeGreaterThanOrEqual(5);
  }
  expect(left).toBe("");
});

it("a slip states whether its password must be changed: not for shared accounts and pupils", async () => {
  const drawn = (await textsOf(["Elsa Ek", "Surfplatta 1", "Elev Ett"])).join("|");
  expect(drawn).toMatch(/Elsa Ek.*abcd-efgh-0.*Byt det vid första inloggningen\./);
  expect(drawn).toMatch(/Surfplatta 1.*abcd-efgh-1.*Gäller tills skolan ger ett nytt\..*Elev Ett/);
  expect(drawn).toMatch(/Elev Ett.*abcd-efgh-2.*Behöver inte bytas\./);
  for (const text of [words.hint, words.shared, words.pupils]) expect(drawn.split(text)).toHaveLength(2);
});

it.each(sheets)("on %s, each person has class, school and login address", async (_kind, print) => {
  const texts = await textsOf(["Elsa Ek", "Åke Ask"], print);
  expect(texts.filter((text) => text === "4A · Lindskolan")).toHaveLength(2);
  expect(texts.filter((text) => text === words.address)).toHaveLength(2);
});

it.each(sheets)(
  "on %s, classes of the same name at two schools have pages of their own, which name the school",
  async (_kind, print) => {
    const stream = new PassThrough();
    const file = buffer(stream);
    const people = ["Alskolan", "Lindskolan", "Alskolan"].map(
      (school, index): SheetPerson => ({
        ...{ name: `Elev ${index}`, username: `u${index}`, group: "4A", school, secret: `abcd-${index}` },
        kind: "pupil",
      }),
    );
    await print(stream, people, words);
    const texts = textsOfPdf(await file);
    const titles = ["4A · Alskolan · Lösenord", "4A · Lindskolan · Lösenord"];
    const drawn = texts.filter((text) => titles.includes(text) || /^Elev \d$/.test(text));
    expect(drawn).toEqual([titles[0], "Elev 0", "Elev 2", titles[1], "Elev 1"]);
  },
);

it("a password of three long words is on one line", async () => {
  const stream = new PassThrough();
  const file = buffer(stream);
  const secret = "bokhylla-kattunge-pinnsvin";
  await printPasswords(
    stream,
    [{ name: "Elev Ett", username: "elev.ett", group: "4A", school: "Lindskolan", secret, kind: "pupil" }],
    words,
  );
  expect(textsOfPdf(await file)).toContain(secret);
});

it.each([
  [["4A", "4A"], ["Lindskolan", "Lindskolan"], "Lösenord 4A 2026-11-25.pdf"],
  [["4A", "4B"], ["Lindskolan", "Lindskolan"], "Lösenord Lindskolan 2026-11-25.pdf"],
  [["4A", null], ["Lindskolan", "Alskolan"], "Lösenord 2026-11-25.pdf"],
  [["4A", "4A"], ["Lindskolan", "Alskolan"], "Lösenord 2026-11-25.pdf"],
  [["4A/b", "4A/b"], ["Lindskolan", "Lindskolan"], "Lösenord 4A b 2026-11-25.pdf"],
])("a file of groups %s at schools %s is named %s", (groups, schools, name) => {
  const people = groups.map((group, index) => ({ group, school: schools[index] ?? null }));
  expect(sheetFileName("Lösenord", people, "2026-11-25")).toBe(name);
});
