import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { privacyVersion } from "./privacy-version";

/** The text of the privacy page: whoever changes it gives `privacyVersion` the day of the change, and puts its digest here. */
const digests: Record<string, string> = {
  "2026-11-30": "0b09f832f1051c4e",
};

it("the privacy text in all languages is the one of its version", () => {
  const locales = path.join(import.meta.dirname, "../../locales");
  const texts = readdirSync(locales)
    .toSorted()
    .map((locale) => JSON.parse(readFileSync(path.join(locales, locale, "privacy.json"), "utf8")) as object);
  expect(createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 16)).toBe(digests[privacyVersion]);
});
