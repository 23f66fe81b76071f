import { expect, test } from "vitest";
import { bcp47, realmRow, realms } from "~/realms/realm";
import { covers, coversFor } from "./covers";

test.each(realms)("given realm %s, then covers in its language come first and all covers are shown", (realm) => {
  const [language] = bcp47(realmRow(realm).locale).split("-");
  const shown = coversFor(realm);
  expect(shown[0]?.language).toBe(language);
  const ownCount = covers.filter((cover) => cover.language === language).length;
  expect(shown.slice(0, ownCount).every((cover) => cover.language === language)).toBe(true);
  const others = shown.slice(ownCount).map((cover) => cover.language);
  expect(others.lastIndexOf("en")).toBe(others.filter((each) => each === "en").length - 1);
  expect(shown.map(({ title }) => title).sort()).toEqual(covers.map(({ title }) => title).sort());
});
