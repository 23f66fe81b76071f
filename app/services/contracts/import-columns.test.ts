import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { locales, realms } from "~/realms/realm";
import {
  columnOfHeading,
  exportedColumns,
  groupsOfWord,
  groupWord,
  importColumn,
  importColumns,
  joinList,
  roleOfWord,
  roleWord,
  splitList,
  templateColumns,
  yesNoOfWord,
  yesNoWord,
} from "./import-columns";
import { personTypes } from "./person-field-table";

/** Columns and cells of import workbooks. docs/product/control-panel.md#validation. */

describe("headings", () => {
  test.each(locales)("identify every column in %s", (locale) => {
    for (const { id, headings } of importColumns) expect(columnOfHeading(headings[locale]), headings[locale]).toBe(id);
  });

  test("are read regardless of case, spacing and accents", () => {
    expect(columnOfHeading("  FORNAMN ")).toBe("firstName");
    expect(columnOfHeading("First_Name*")).toBe("firstName");
    expect(columnOfHeading("e - mail")).toBe("email");
    expect(columnOfHeading("Anva\u0308ndarnamn")).toBe("username");
  });

  test("return null when no column has them", () => {
    for (const text of ["", "Shoe size", "—", "Allergies"]) expect(columnOfHeading(text)).toBeNull();
  });
});

describe("columns of a realm", () => {
  test("include the identifiers of secure logins in se and not in de", () => {
    expect(templateColumns("se").map(({ id }) => id)).toEqual(
      expect.arrayContaining(["eppn", "bankid", "sms", "speakingBookRights"]),
    );
    expect(templateColumns("de").map(({ id }) => id)).not.toContain("bankid");
  });

  test("are exported without passwords", () => {
    for (const realm of realms) expect(exportedColumns(realm).map(({ id }) => id)).not.toContain("password");
  });

  test("can be cleared only for the external id, the e-mail address and logins", () => {
    const erased = importColumns.filter(({ clearable }) => clearable).map(({ id }) => id);
    const logins = ["eppn", "gsuiteid", "gsuiteemail", "office365", "bankid", "sms"];
    expect(erased).toEqual(["externalId", "email", ...logins]);
    expect(importColumn("username").clearable).toBe(false);
  });
});

describe("words", () => {
  test.each(locales)("for roles, yes and no are read back in %s", (locale) => {
    for (const role of personTypes) expect(roleOfWord(roleWord(role, locale))).toBe(role);
    for (const value of [true, false]) expect(yesNoOfWord(yesNoWord(value, locale))).toBe(value);
  });

  test.each(locales)("for roles in the forms of %s are read", (locale) => {
    const { roles } = JSON.parse(readFileSync(`locales/${locale}/control-panel.json`, "utf8"));
    for (const role of personTypes) expect(roleOfWord(roles[role])).toBe(role);
  });

  test("that are neither a role nor yes or no return null", () => {
    expect(roleOfWord("Astronaut")).toBeNull();
    expect(yesNoOfWord("perhaps")).toBeNull();
    expect(yesNoOfWord("")).toBeNull();
  });
});

describe("lists in a cell", () => {
  test.each([
    ["1A", ["1A"]],
    [" 1A ; 2B,3C\n4D ", ["1A", "2B", "3C", "4D"]],
    ['"A, B"; C', ["A, B", "C"]],
    ['"say ""hello"""', ['say "hello"']],
    ["; 12", ["", "12"]],
    ["12; ", ["12", ""]],
    ['5" screen; 2', ['5" screen', "2"]],
    ["  ", []],
  ])("%j is split into %j", (text, names) => expect(splitList(text)).toEqual(names));

  test("are split into the values that were joined", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (names) => {
        const plain = names.map((name) => name.replaceAll("\r", ""));
        fc.pre(plain.join("").trim() !== "");
        expect(splitList(joinList(plain))).toEqual(plain);
      }),
    );
  });

  test("contain a group with or without its school", () => {
    expect(groupWord("1A")).toBe("1A");
    expect(groupsOfWord(groupWord("1A", "Northfield"))).toContainEqual({ organization: "Northfield", group: "1A" });
    expect(groupsOfWord("1A")).toEqual([{ group: "1A" }]);
  });
});
