import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { apiPage, apiPageFile } from "./api-page";

test("docs/api.md is what npm run api-page generates from the contracts", () => {
  expect(readFileSync(apiPageFile, "utf8")).toBe(apiPage());
});
