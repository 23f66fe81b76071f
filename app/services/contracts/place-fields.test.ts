import { describe, expect, it } from "vitest";
import { realmRow, realms } from "~/realms/realm";
import { isPhoneNumber, readCountry } from "./place-fields";

describe("readCountry", () => {
  it.each([
    ...["SE", "se", " Sverige ", "Schweden", "SUEDE", "Ruotsi"].map((text) => [text, "SE"]),
    ...["UK", "GB", "Storbritannien", "United Kingdom"].map((text) => [text, "GB"]),
    ...["USA", "us", "United States", "\u00c9tats-Unis"].map((text) => [text, "US"]),
    ["\u00c5land", "AX"],
    ["Nederland", "NL"],
  ])("reads %s as %s", (text, code) => {
    expect(readCountry(text)).toBe(code);
  });

  it.each(["Atlantis", "XX", "ZZ", "EU", "S", "SEE", "46", "DD", "=1+1"])("returns null for %s", (text) => {
    expect(readCountry(text)).toBeNull();
  });

  it("accepts the country code of each realm", () => {
    for (const { countryCode } of realms.map(realmRow)) expect(readCountry(countryCode)).toBe(countryCode);
  });
});

describe("isPhoneNumber", () => {
  it.each([
    ...[
      "08-123 45 67",
      "+46 8 123 45 67",
      "+1 (555) 010-0100",
      "01 23 45 67 89",
      "030/901820",
      "020.794.6000",
      "112 112",
    ],
    ...["+46 8 123 45 67 ankn. 12", "555-010-0100 ext 204", "01 23 45 67 89, 12"],
  ])("accepts %s", (text) => {
    expect(isPhoneNumber(text)).toBe(true);
  });

  it.each([
    "abc",
    "112",
    "1".repeat(16),
    "+",
    "call the office",
    "08-123 45 67 Anna",
    "=1+12345",
    "12345<b>",
    "+46+8123456",
  ])("rejects %s", (text) => {
    expect(isPhoneNumber(text)).toBe(false);
  });
});
