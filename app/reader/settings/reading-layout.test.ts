import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultLayout, isLayoutChanged, layoutCss, readLayout } from "./reading-layout";

test("without a choice nothing is changed", () => {
  expect(layoutCss(defaultLayout)).toBe("");
  expect(readLayout(null)).toEqual(defaultLayout);
  expect(isLayoutChanged(defaultLayout)).toBe(false);
});

test("invalid fields are replaced by their defaults, and the others are kept", () => {
  expect(readLayout({ pages: "scrolled", margin: 7, align: "middle", focusedLines: 2 })).toEqual({
    ...defaultLayout,
    pages: "scrolled",
  });
  fc.assert(
    fc.property(fc.jsonValue(), (stored) => {
      expect(readLayout(readLayout(stored))).toEqual(readLayout(stored));
    }),
  );
});

test("alignment and hyphenation each add only their own rules", () => {
  const aligned = layoutCss({ align: "justify", hyphens: "book" });
  expect(aligned).toContain("text-align:justify!important");
  expect(aligned).not.toContain("hyphens");
  const hyphenated = layoutCss({ align: "book", hyphens: "on" });
  expect(hyphenated).toContain("hyphens:auto!important");
  expect(hyphenated).not.toContain("text-align");
  expect(layoutCss({ align: "book", hyphens: "off" })).not.toContain("auto");
});
