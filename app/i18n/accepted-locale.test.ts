import { expect, it } from "vitest";
import { acceptedLocale } from "./accepted-locale";

it.each([
  ["de", "de"],
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["en-US,en;q=0.5", "en-US"],
  ["en-GB", "en-UK"],
  ["en-AU", "en-UK"],
  ["no", "nb"],
  ["nn-NO,en;q=0.1", "nb"],
  ["pl,fi;q=0.3,fr;q=0.7", "fr"],
  ["fr;q=0,sv;q=0.1", "sv"],
  ["pl", "en-UK"],
  ["*", "en-UK"],
  ["", "en-UK"],
  [null, "en-UK"],
])("the locale for Accept-Language %j is %s", (header, locale) => {
  expect(acceptedLocale(header)).toBe(locale);
});
