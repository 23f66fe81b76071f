import { describe, expect, it } from "vitest";
import { fillMessage, formMessages, readMessage } from "./form-messages";
import { personFields, readMobileNumber, readPersonalNumber } from "./person-fields";

describe("person fields", () => {
  it.each([
    ["se", "070-123 45 67", "+46701234567"],
    ["se", "0046 70 123 45 67", "+46701234567"],
    ["se", "08-123 45 67", null],
    ["no", "412 34 567", "+4741234567"],
    ["no", "+47 22 12 34 56", null],
    ["fi", "040 1234567", "+358401234567"],
    ["de", "0151 23456789", "+4915123456789"],
    ["de", "030 123456", null],
    ["fr", "06 12 34 56 78", "+33612345678"],
    ["fr", "01 12 34 56 78", null],
    ["nl", "06-12345678", "+31612345678"],
    ["uk", "07700 900123", "+447700900123"],
    ["us", "(415) 555-0123", "+14155550123"],
    ["us", "115-555-0123", null],
    ["us", "911-555-0123", null],
    ["se", "+4741234567", null],
  ] as const)("readMobileNumber normalises a valid number in %s or returns null: %s", (realm, written, read) => {
    expect(readMobileNumber(realm, written)).toBe(read);
  });

  it.each([
    ["19900101-0017", "199001010017"],
    ["199001010017", "199001010017"],
    ["199001610014", "199001610014"],
    ["199001010018", null],
    ["199002300017", null],
    ["9001010017", null],
    ["209901010017", null],
  ])("readPersonalNumber normalises a valid Swedish number or returns null: %s", (text, read) => {
    expect(readPersonalNumber(text)).toBe(read);
  });

  it.each([
    "anna+skola@example.se",
    "anna@skövde.se",
    "a@xn--skvde-lua.se",
    "anna@пример.рф",
    "a@example.xn--p1ai",
    "o'brien@example.ie",
    `${"x".repeat(64)}@example.se`,
  ])("accept the e-mail address %s", (text) => {
    expect(personFields("se").email.safeParse(text)).toMatchObject({ success: true, data: text });
  });

  it.each([
    ["\uFF41nna\uFF20example\uFF0Ese", "anna@example.se"],
    ["o\uFB03ce@example.se", "office@example.se"],
    ["\u212Aarin@example.se", "Karin@example.se"],
    ["anna@exa\u00ADmple.se", "anna@example.se"],
  ])("read the e-mail address %s as %s, which has the same characters in another form", (text, address) => {
    expect(personFields("se").email.parse(text)).toBe(address);
  });

  it.each([
    "anna@skövde",
    "anna@-skövde.se",
    "anna@skövde.se/x",
    "anna@skövde.se:80",
    "anna@1.2.3.4",
    "anna..k@example.se",
    ".anna@example.se",
    "anna.@example.se",
    "anna@b@example.se",
    "@example.se",
    `${"x".repeat(65)}@example.se`,
    `a@${"b".repeat(64)}.se`,
  ])("reject the e-mail address %s", (text) => {
    const { error } = personFields("se").email.safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual([formMessages.email]);
  });

  it("check the personal number in se and not in no", () => {
    expect(personFields("se").bankid.safeParse("123").error?.issues[0]?.message).toBe(formMessages.personalNumber);
    expect(personFields("no").bankid.safeParse("123").success).toBe(true);
  });
});

describe("a username with characters that nobody sees", () => {
  const { username } = personFields("se");
  const messagesOf = (text: string) => username.safeParse(text).error?.issues.map(({ message }) => message);

  it.each([
    ["a mark of direction", "an\u200Eb", "U+200E"],
    ["a selector of glyphs, which counts as a mark of a letter", "ann\uFE0Fa", "U+FE0F"],
    ["a filler, which counts as a letter", "ann\u3164", "U+3164"],
    ["a control character", "an\u0007na", "U+0007"],
    ["one beyond the first plane", "an\u{E0061}na", "U+E0061"],
    ["several, one of them twice", "\u2063a\u2062\u2063b", "U+2063, U+2062"],
    ["one beside others that are not allowed", "two words\u200F!", "U+200F"],
  ])("names %s", (_, text, signs) => {
    expect(messagesOf(text)).toEqual([fillMessage("usernameInvisible", { signs })]);
  });

  it("is stored without those that come along with copied text, and others are only called unauthorized", () => {
    expect(username.parse("an\u200Bna\u200D.lee")).toBe("anna.lee");
    expect(messagesOf("two words")).toEqual([formMessages.usernameCharacters]);
  });
});

describe("form messages", () => {
  it("are parsed from their filled texts, and another text returns null", () => {
    expect(readMessage(fillMessage("between", { min: 0, max: 21 }))).toEqual({
      key: "between",
      values: { min: "0", max: "21" },
    });
    expect(readMessage("Something else")).toBeNull();
  });
});

describe("empty required field", () => {
  const { username, name, password } = personFields("us");
  it.each(Object.entries({ username, name, password }))("has exactly one error for %s", (_field, schema) => {
    expect(schema.safeParse("").error?.issues.map(({ message }) => message)).toEqual([formMessages.required]);
  });
});
