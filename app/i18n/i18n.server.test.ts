import { describe, expect, it } from "vitest";
import { bcp47, locales } from "~/realms/realm";
import { i18nOf } from "./i18n.server";

describe("the texts of a locale", () => {
  it.each(locales)("%s are at hand at once", (locale) => {
    const t = i18nOf(locale).getFixedT(bcp47(locale), "lists");
    expect(t("bulk.choose", { name: "Åsa" })).toContain("Åsa");
  });
});
