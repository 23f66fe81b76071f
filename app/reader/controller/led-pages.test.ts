import { expect, test } from "vitest";
import { LedPages } from "./led-pages";

test("led pages are not the reader's own, until the first one that is turned after leaving", () => {
  const pages = new LedPages();
  const seen = [pages.areOwn];
  for (const step of [() => pages.set(true), () => pages.moved(), () => pages.set(false), () => pages.moved()]) {
    step();
    seen.push(pages.areOwn);
  }
  expect(seen).toEqual([true, false, false, false, true]);
});

test("given a reader who was never led, then leaving changes nothing", () => {
  const pages = new LedPages();
  pages.set(false);
  expect(pages.areOwn).toBe(true);
});
