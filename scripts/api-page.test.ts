import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { apiPage, apiPageFile } from "./api-page";

test("docs/api.md lists the calls as the contracts have them; npm run api-page writes it anew", () => {
  expect(readFileSync(apiPageFile, "utf8")).toBe(apiPage());
});
