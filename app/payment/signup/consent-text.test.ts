import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { consentVersion } from "~/services/contracts/payment";

/**
 * The text of the consent to start at once. A stored version stands for these words: whoever changes them gives `consentVersion` a new day,
 * and adds its digest here; the old lines stay.
 */
const digests: Record<string, string> = {
  "2026-11-30": "340f7d546281255e",
};

it("the text in all languages is the one of its version", () => {
  const locales = path.join(import.meta.dirname, "../../../locales");
  const texts = readdirSync(locales)
    .toSorted()
    .map((locale) => JSON.parse(readFileSync(path.join(locales, locale, "payment.json"), "utf8")).consent as object);
  expect(createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 16)).toBe(digests[consentVersion]);
});
