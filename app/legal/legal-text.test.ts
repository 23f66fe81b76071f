import { describe, expect, test } from "vitest";
import { versionsOf } from "~/realms/legal-sources.server";
import { type LegalBlock, type LegalFacts, legalPages, legalText, missingIn } from "~/realms/legal-text";
import { operatorFactNames, requiredFacts } from "~/realms/operator";
import { realmRow, realms } from "~/realms/realm";
import { loadLegalPage } from "./legal-page.server";

const facts: LegalFacts = {
  name: "Books Ltd",
  address: "1 High Street",
  email: "help@books.example",
  phone: "+44 1",
  register: null,
  vatNumber: null,
  mediator: null,
  controller: null,
};
const words = { brand: "Fabel", trialDays: "14", withdrawalDays: "14" };
const textOf = (body: string) =>
  legalText(`---\nversion: 2026-01-31\ntitle: Terms of {{brand}}\n---\n\n${body}`, facts, words);
const plain = (text: string) => [{ text, href: null }];

describe("a legal text", () => {
  test("has its version, its title, headings, paragraphs, lists, links and notes", () => {
    const text = textOf("One {{name}}.\nTwo.\n\n## Head\n\n- a\n- b [c](/privacy).\n\n> For the\n> lawyer");
    expect(text).toMatchObject({ version: "2026-01-31", title: "Terms of Fabel" });
    expect(text.blocks).toEqual([
      { kind: "paragraph", parts: plain("One Books Ltd. Two.") },
      { kind: "heading", text: "Head" },
      {
        kind: "list",
        items: [
          plain("a"),
          [
            { text: "b ", href: null },
            { text: "c", href: "/privacy" },
            { text: ".", href: null },
          ],
        ],
      },
      { kind: "note", parts: plain("For the lawyer") },
    ]);
  });

  test("leaves out a line whose optional fact is not filled in, and a paragraph or list of such lines only", () => {
    expect(textOf("- {{name}}\n- VAT {{vatNumber}}\n\n- {{register}}\n\nAsk {{mediator}}").blocks).toEqual([
      { kind: "list", items: [plain("Books Ltd")] },
    ]);
  });

  test("lacks a fact that it names and cannot do without, each once", () => {
    const source = "{{name}} {{phone}} {{phone}} {{vatNumber}} {{controller}} {{brand}}";
    const filled = { ...facts, brand: "", phone: null };
    expect(missingIn(source, filled, ["name", "phone"])).toEqual(["phone", "controller"]);
    expect(missingIn(source, filled, ["vatNumber"])).toEqual(["phone", "vatNumber", "controller"]);
  });

  test.each(["no head", "---\nversion: soon\ntitle: T\n---\n\nText"])("without a head is an error: %s", (source) => {
    expect(() => legalText(source, facts, words)).toThrow("has no head");
  });

  test("with an unknown placeholder is an error", () => {
    expect(() => textOf("{{nmae}}")).toThrow("no value for nmae");
  });
});

/** An environment whose countries have all facts, or those that `change` leaves. */
function environmentWith(change: Partial<Record<string, string | null>> = {}) {
  const all = Object.fromEntries(operatorFactNames.map((name) => [name, `the ${name}`]));
  const operators = Object.fromEntries(realms.map((realm) => [realm, { ...all, ...change }]));
  return { environment: { operators, dataControllers: {} } } as unknown as Parameters<typeof loadLegalPage>[0];
}
const written = (blocks: LegalBlock[] | null) => JSON.stringify(blocks);
const cases = realms.flatMap((realm) => legalPages.map((page) => [realm, page] as const));

describe.each(cases)("%s: the page %s", (realm, page) => {
  const load = (change = {}, isSuperUser = false, version?: string) =>
    loadLegalPage(environmentWith(change), realm, { page, version }, isSuperUser);

  test("has a text in the country's language whose head and file name have the same version, with nothing left to fill in", () => {
    for (const version of versionsOf(realmRow(realm).locale, page)) {
      const data = load({}, true, version);
      expect(data).toMatchObject({ version, locale: realmRow(realm).locale, missing: [] });
      expect(data.blocks?.length).toBeGreaterThan(5);
      expect(written(data.blocks)).not.toMatch(/\{\{|\}\}|undefined|null,"href"/);
      const parsed = JSON.parse(written(data.blocks)) as LegalBlock[];
      expect(parsed.filter(({ kind }) => kind === "heading").length).toBeGreaterThan(3);
    }
  });

  test("shows notes for the lawyer to super users only", () => {
    const isNote = ({ kind }: LegalBlock) => kind === "note";
    expect(load({}, false).blocks?.some(isNote)).toBe(false);
    if (page !== "cookies") expect(load({}, true).blocks?.some(isNote)).toBe(true);
  });

  test("without facts that not every operator has, is shown without their lines", () => {
    const optional = operatorFactNames.filter((name) => !requiredFacts(realm).includes(name));
    const { blocks, missing } = load(Object.fromEntries(optional.map((name) => [name, null])));
    expect(missing).toEqual([]);
    expect(written(blocks)).not.toContain("the register");
  });

  test("without a required fact that it names, shows no text but says what is missing, its variable to super users", () => {
    if (page === "cookies") return expect(load({ email: null }).missing).toEqual([]);
    const variable = `OPERATOR_EMAIL_${realm.toUpperCase()}`;
    expect(load({ email: null })).toMatchObject({ blocks: null, missing: ["email"], missingVariables: [] });
    expect(load({ email: null }, true)).toMatchObject({ blocks: null, missingVariables: [variable] });
  });

  test("of an unknown version is not found", () => {
    expect(() => load({}, false, "../../en-UK/terms/2026-11-30")).toThrow();
    expect(() => load({}, false, "1999-01-01")).toThrow();
  });
});

test.each(["no", "uk", "us"] as const)("%s: the page for withdrawing names no law to visitors", (realm) => {
  const { blocks } = loadLegalPage(environmentWith(), realm, { page: "withdrawal", version: undefined }, false);
  expect(written(blocks)).not.toMatch(/\b(Act|lov(en)?|directive|direktiv|2023\/2673|regulations?|statutory)\b/i);
});

test.each([
  ["de", "Verträge hier kündigen"],
  ["fr", "Résilier votre contrat"],
] as const)("%s: the terms name the way to cancel without logging in", (realm, label) => {
  const { blocks } = loadLegalPage(environmentWith(), realm, { page: "terms", version: undefined }, false);
  expect(written(blocks)).toContain(label);
});
