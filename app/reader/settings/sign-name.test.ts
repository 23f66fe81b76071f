import { expect, test } from "vitest";
import { signName } from "./sign-name";

const inEnglish = (code: string, own = "") => signName(code, { own, signLanguage: "Sign language" }, "en-GB");

test.each([
  ["takk", "Key-word signing", "Key-word signing"],
  ["sv", "", "Sign language (Swedish)"],
  ["swl", "", "Sign language (SWL)"],
  ["no code", "", "Sign language (NO CODE)"],
])("signs with the code %s and the translation %j are named %s", (code, own, name) => {
  expect(inEnglish(code, own)).toBe(name);
});
