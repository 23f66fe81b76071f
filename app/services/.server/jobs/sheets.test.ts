import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { textsOfPdf } from "#tests/support/pdf-text";
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
};

async function textsOf(names: string[], print = printPasswords): Promise<string[]> {
  const stream = new PassThrough();
  const file = buffer(stream);
  const people = names.map(
    (name, index): SheetPerson => ({
      ...{ name, username: `u${index}`, group: "4A", secret: `abcd-efgh-${index}` },
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
])("%s stands on a sheet as it is written", async (name) => {
  const texts = await textsOf([name]);
  // A font's file holds some letters only, so a name may be drawn in pieces.
  expect(texts.join("")).toContain(name);
  expect(texts).toContain("abcd-efgh-0");
});

it.each(["محمد علي", "דוד כהן", "سلمى عمر"])("%s is drawn from the right, all of it", async (name) => {
  const drawn = (await textsOf([name])).join("");
  expect(drawn).toContain([...name].reverse().join(""));
  expect(drawn).not.toContain("?");
});

it("a name of two scripts has both, in the order of the line", async () => {
  const texts = await textsOf(["Elsa محمد"]);
  const at = texts.indexOf("Elsa ");
  expect(texts[at + 1]).toBe([..."محمد"].reverse().join(""));
});

it.each([printPasswords, printBadges])(
  "a name that is too long for a line stands on several, all of it",
  async (print) => {
    const names = ["Wilhelmina Alexandra Konstantina von und zu Hohenstein-Ludwigsburg", "Abdul ".repeat(42).trim()];
    const drawn = (await textsOf(names, print)).join(" ").replaceAll("- ", "-");
    for (const name of names) expect(drawn).toContain(name);
  },
);

it.each([printPasswords, printBadges])(
  "a word that is too long for a line is broken, and none of it lost",
  async (print) => {
    const name = "Ö".repeat(255);
    expect((await textsOf([name], print)).join("")).toContain(name);
  },
);

it.each([printPasswords, printBadges])(
  "a name that no font can write is what can be written of it, else the username, with a mark that the foot explains once",
  async (print) => {
    const texts = await textsOf(["漢 Li", "王小明", "Elsa Ek"], print);
    expect(texts).toEqual(expect.arrayContaining(["Li*", "u1*", "Elsa Ek"]));
    expect(texts.filter((text) => text === "* Skriv namnet för hand.")).toHaveLength(1);
    expect(texts.join("")).not.toContain("?");
    expect((await textsOf(["Elsa Ek"], print)).join("")).not.toContain("*");
  },
);

it("badges bear names of every script too", async () => {
  const texts = await textsOf(["Ольга Щукина"], printBadges);
  expect(texts.join(" ")).toContain("Ольга Щукина");
});

it("a long name on a badge is broken after its hyphens, and all of it is there", async () => {
  const drawn = (await textsOf(["Zoë Åkerström-Nyländer af Ångermanland"], printBadges)).join("|");
  expect(drawn).toContain("|Zoë Åkerström-|Nyländer af|Ångermanland|");
});

it.each([printPasswords, printBadges])(
  "a long username is written in smaller letters, and all of it is there",
  async (print) => {
    const username = "maximilian-alexander.von-und-zu-hohenstein-ludwigsburg@grundschule-am-park.example";
    const stream = new PassThrough();
    const file = buffer(stream);
    const names = ["Max", "Maximilian Alexander von Hohenstein-Ludwigsburg"];
    const people = names.map((name) => ({ name, username, group: "4A", secret: "abcd-efgh", kind: "other" as const }));
    await print(stream, people, words);
    const drawn = textsOfPdf(await file).join("");
    expect(drawn.split(username)).toHaveLength(3);
  },
);

it("of a shared account alone it is said, beside its row, that nobody changes the password", async () => {
  const drawn = (await textsOf(["Elsa Ek", "Surfplatta 1", "Åke Ask"])).join("|");
  expect(drawn).toMatch(/Surfplatta 1.*abcd-efgh-1\|Gäller tills skolan ger ett nytt\..*Åke Ask/);
  expect(drawn.split(words.shared)).toHaveLength(2);
  expect(drawn).toContain(words.hint);
  expect((await textsOf(["Elsa Ek"])).join("|")).not.toContain(words.shared);
});

it("a class of nothing but shared accounts is not told to change their passwords", async () => {
  const drawn = (await textsOf(["Surfplatta 1", "Surfplatta 2"])).join("|");
  expect(drawn).not.toContain(words.hint);
  expect(drawn.split(words.shared)).toHaveLength(2);
});

it("a class of pupils is not told to change their passwords; of a shared account and of staff among them what differs is said", async () => {
  const alone = (await textsOf(["Elev Ett", "Elev Två"])).join("|");
  expect(alone).toContain(words.pupils);
  expect(alone).not.toContain(words.hint);
  const withShared = (await textsOf(["Elev Ett", "Surfplatta 1"])).join("|");
  expect(withShared).toMatch(/Behöver inte bytas\..*Elev Ett.*Surfplatta 1.*Gäller tills skolan ger ett nytt\./);
  const withStaff = (await textsOf(["Elev Ett", "Åke Ask"])).join("|");
  expect(withStaff).toMatch(/Byt det vid första inloggningen\..*Elev Ett.*Behöver inte bytas\..*Åke Ask/);
});

it("three long words of a password stand on one line, whole", async () => {
  const stream = new PassThrough();
  const file = buffer(stream);
  const secret = "bokhylla-kattunge-pinnsvin";
  await printPasswords(stream, [{ name: "Elev Ett", username: "elev.ett", group: "4A", secret, kind: "pupil" }], words);
  expect(textsOfPdf(await file)).toContain(secret);
});
