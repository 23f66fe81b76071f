import { expect, test } from "vitest";
import { rolesWithPages } from "#tests/support/page-matrix";

/** The page where a pupil types the code of a teacher who reads together, rendered without script. docs/product/reader.md#reading-together. */

const scene = rolesWithPages();

const post = (ledCode: string) => scene.pages.post(scene.browsers.student, "/together", { ledCode });

test("given too few digits, then the page says so and keeps them", async () => {
  const response = await post("12 34");
  expect(response.status).toBe(400);
  expect(await response.text()).toMatch(/<input[^>]*value="12 34"/);
});

test("given wrong codes up to the rate limit (429), then each page keeps the typed code", async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 30 && !statuses.includes(429); attempt += 1) {
    const response = await post("123 456");
    statuses.push(response.status);
    expect(await response.text()).toMatch(/<input[^>]*value="123 456"/);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
});
