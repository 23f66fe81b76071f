import { expect, test } from "vitest";
import { isOutsideForm } from "./unsaved-changes";

test.each([
  ["another page", "/controlpanel/students", "", true],
  ["another tab", "/controlpanel/students/1", "?tab=sign-in", true],
  ["another tab, with the back parameter", "/controlpanel/students/1", "?tab=sign-in&back=students", true],
  ["a search on the page", "/controlpanel/students/1", "?pupil=Isla", false],
  ["the page itself", "/controlpanel/students/1", "", false],
])("given a link to %s, then isOutsideForm returns whether it leaves the form", (_what, pathname, search, isLeft) => {
  expect(isOutsideForm({ pathname: "/controlpanel/students/1", search: "" }, { pathname, search })).toBe(isLeft);
});

test("a link from a tab to the first tab leaves the form, and a search on the tab does not", () => {
  const at = (search: string) => ({ pathname: "/controlpanel/groups/1", search });
  expect(isOutsideForm(at("?tab=settings"), at(""))).toBe(true);
  expect(isOutsideForm(at("?tab=settings"), at("?tab=settings&member=Isla"))).toBe(false);
});
