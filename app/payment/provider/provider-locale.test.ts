import { expect, it } from "vitest";
import { providerLocale } from "./provider-locale";

it.each([
  ["en-GB", "en-GB"],
  ["en-US", "en"],
  ["nb", "nb"],
  ["sv", "sv"],
])("given %s, then the provider's locale is %s", (language, locale) => {
  expect(providerLocale(language)).toBe(locale);
});
