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
  ["fr;q=0", "en-UK"],
  ["fr;q=0.3,de;q=0.3,sv;q=0.2", "fr"],
  [" FR ; Q=0.4 ,\tFI ; q=0.5", "fi"],
  ["fr;level=1;q=0.1,fi;q=0.2", "fi"],
  ["*;q=0.9,nl;q=0.5", "nl"],
  ["pl", "en-UK"],
  [",;q=1,;,-,=,fi", "fi"],
  [`${"x;q=0.9,".repeat(2000)}sv`, "sv"],
  [`${"-".repeat(8000)},${" ".repeat(8000)};q=1`, "en-UK"],
  ["*", "en-UK"],
  ["", "en-UK"],
  [null, "en-UK"],
])("the locale for Accept-Language %j is %s", (header, locale) => {
  expect(acceptedLocale(header)).toBe(locale);
});
