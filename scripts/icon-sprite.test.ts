import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { iconSprite, spritePath } from "./icon-sprite";

it("the committed sprite holds every icon that the product names (else: npm run icons)", async () => {
  expect(await readFile(spritePath, "utf8")).toBe(iconSprite());
});
