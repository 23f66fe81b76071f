import { expect, test } from "vitest";
import { bcp47, realmRow, realms } from "~/realms/realm";
import { covers, coversFor } from "./covers";

test.each(realms)("the landing page of %s begins with covers in its language, and shows all", (realm) => {
  const [language] = bcp47(realmRow(realm).locale).split("-");
  const shown = coversFor(realm);
  expect(shown[0]?.language).toBe(language);
  const ownCount = covers.filter((cover) => cover.language === language).length;
  expect(shown.slice(0, ownCount).every((cover) => cover.language === language)).toBe(true);
  expect(shown.map(({ title }) => title).sort()).toEqual(covers.map(({ title }) => title).sort());
});
