import { expect, test } from "vitest";
import { createPackedTexts } from "./packed-texts";

test("given more texts than the first buffer holds, then returns each by its index", () => {
  const texts = createPackedTexts();
  const all = Array.from({ length: 3_000 }, (_, index) => (index % 7 === 0 ? "" : `Åse-ß-${index}-🙂`));
  for (const text of all) texts.add(text);
  expect(texts.count()).toBe(3_000);
  expect(all.map((_, index) => texts.at(index))).toEqual(all);
  expect(texts.at(3_000)).toBe("");
});
