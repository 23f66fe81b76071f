import { expect, test } from "vitest";
import { rolesWithPages } from "#tests/support/page-matrix";

/** The page where a student types a class code, rendered without script. docs/product/choices.md#group-codes. */

const scene = rolesWithPages();

test("given wrong class codes up to the rate limit (429), then each page keeps the typed code", async () => {
  const statuses = new Set<number>();
  for (let attempt = 0; attempt < 30 && !statuses.has(429); attempt += 1) {
    const response = await scene.pages.post(scene.browsers.student, "/join", { classCode: "bbbb bbb2" });
    statuses.add(response.status);
    expect(await response.text()).toMatch(/<input[^>]*value="bbbb bbb2"/);
  }
  expect([...statuses]).toEqual([400, 429]);
});
