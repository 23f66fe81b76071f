import { createInstance } from "i18next";
import { describe, expect, it, vi } from "vitest";
import { bcp47, locales } from "~/realms/realm";
import { i18nOptions } from "./i18n";
import { i18nOf, remembering } from "./i18n.server";

const texts = {
  plain: "Hej",
  name: "Hej {{name}}",
  twice: "{{ name }} och {{name}}",
  missing: "{{name}} i {{place}}",
  nested: "$t(plain), {{name}}",
  people_one: "{{count}} person",
  people_other: "{{count}} personer av {{total}}",
  books_one: "{{count, number}} bok",
  books_other: "{{count, number}} böcker",
  more: "$t(plain), {{count, number}} till",
};

async function scene() {
  const instance = createInstance();
  await instance.init({ ...i18nOptions, lng: "sv", ns: ["ui"], resources: { sv: { ui: texts } } });
  const asked = instance.getFixedT("sv", "ui");
  return { asked, remembered: remembering(asked) };
}

describe("a remembered text", () => {
  it.each([
    ["plain"],
    ["name", { name: "Åsa {{name}} $& $t(plain)" }],
    ["name", { name: "" }],
    ["twice", { name: "Bo" }],
    ["missing", { name: "Bo" }],
    ["nested", { name: "Bo" }],
    ["people", { count: 1, total: 4 }],
    ["people", { count: 3, total: 4 }],
    ["people", { count: 0, total: 0 }],
    ["books", { count: 1 }],
    ["books", { count: 12_345 }],
    ["more", { count: 12_345 }],
    ["unknown", { name: "Bo" }],
    ["unknown", { defaultValue: "doch" }],
  ])("%s %o is what i18next says, each time", async (key, values?) => {
    const { asked, remembered } = await scene();
    const wanted = values ? asked(key, values) : asked(key);
    expect([1, 2].map(() => (values ? remembered(key, values) : remembered(key)))).toEqual([wanted, wanted]);
  });

  it("takes new values each time", async () => {
    const { remembered } = await scene();
    expect(["Bo", "Eva"].map((name) => remembered("name", { name }))).toEqual(["Hej Bo", "Hej Eva"]);
    expect([1, 2].map((count) => remembered("people", { count, total: 9 }))).toEqual(["1 person", "2 personer av 9"]);
    expect([1, 2, 1].map((count) => remembered("books", { count }))).toEqual(["1 bok", "2 böcker", "1 bok"]);
  });

  it("looks a written count up once", async () => {
    const { asked } = await scene();
    const lookUp = vi.fn(asked as (key: string, values?: object) => string);
    const remembered = remembering(lookUp as unknown as typeof asked);
    expect(remembered("books", { count: 12_345 })).toBe("12\u00a0345 böcker");
    const before = lookUp.mock.calls.length;
    expect(remembered("books", { count: 12_345 })).toBe("12\u00a0345 böcker");
    expect(lookUp.mock.calls.length).toBe(before);
  });
});

describe("the texts of a locale", () => {
  it.each(locales)("%s are at hand at once", (locale) => {
    const t = i18nOf(locale).getFixedT(bcp47(locale), "lists");
    expect(t("bulk.choose", { name: "Åsa" })).toContain("Åsa");
  });
});
