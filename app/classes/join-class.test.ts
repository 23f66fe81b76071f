import { expect, test } from "vitest";
import { everybodyAtPages } from "#tests/support/page-matrix";

/** The page where a pupil types a class's code, as it comes back without script. docs/product/choices.md#group-codes. */

const scene = everybodyAtPages();

test("given codes of no class until there were too many tries, each page still has what was typed", async () => {
  const statuses = new Set<number>();
  for (let attempt = 0; attempt < 30 && !statuses.has(429); attempt += 1) {
    const response = await scene.pages.post(scene.browsers.student, "/join", { classCode: "bbbb bbb2" });
    statuses.add(response.status);
    expect(await response.text()).toMatch(/<input[^>]*value="bbbb bbb2"/);
  }
  expect([...statuses]).toEqual([400, 429]);
});
