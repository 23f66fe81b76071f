import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { deobfuscate } from "./font-obfuscation";

test.each(["idpf", "adobe"] as const)(
  "%s obfuscation changes only the beginning of the font and can be undone",
  async (kind) => {
    const font = randomBytes(5000);
    const identifier = "urn:uuid:8a5d2330-08d6-405b-a359-e6862b48ea4d";
    const obfuscated = Buffer.from(await deobfuscate(font, kind, identifier));
    const touched = kind === "idpf" ? 1040 : 1024;
    expect(obfuscated.equals(font)).toBe(false);
    expect(obfuscated.subarray(touched).equals(font.subarray(touched))).toBe(true);
    expect(font.equals(await deobfuscate(obfuscated, kind, identifier))).toBe(true);
  },
);

test("white space in the identifier is ignored", async () => {
  const font = randomBytes(100);
  expect(await deobfuscate(font, "idpf", " a\tb\r\nc ")).toEqual(await deobfuscate(font, "idpf", "abc"));
});
