import { describe, expect, it } from "vitest";
import { bcp47, locales } from "~/realms/realm";
import { i18nOf } from "./i18n.server";

describe("i18nOf", () => {
  it.each(locales)("returns the texts of %s without waiting", (locale) => {
    const t = i18nOf(locale).getFixedT(bcp47(locale), "lists");
    expect(t("bulk.choose", { name: "Åsa" })).toContain("Åsa");
  });
});
