import { expect, it } from "vitest";
import { providerLocale } from "./provider-locale";

it.each([
  ["en-GB", "en-GB"],
  ["en-US", "en"],
  ["nb", "nb"],
  ["sv", "sv"],
])("given %s, then the provider is asked for %s", (language, locale) => {
  expect(providerLocale(language)).toBe(locale);
});
