import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { iconSprite, spritePath } from "./icon-sprite";

it("the committed sprite is what npm run icons generates", async () => {
  expect(await readFile(spritePath, "utf8")).toBe(iconSprite());
});
