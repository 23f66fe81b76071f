import { expect, it } from "vitest";
import { hiddenPartsCss } from "./hidden-parts";

it("hides page marks and notes that are left out, by type and by role", () => {
  expect(hiddenPartsCss(["pagebreak", "footnote"])).toBe(
    ':is([*|type~="pagebreak"],[role~="doc-pagebreak"],[*|type~="footnote"],[role~="doc-footnote"]){display:none!important}',
  );
});

it("shows tables that are only not read aloud, and everything without a choice", () => {
  expect(hiddenPartsCss(["table"])).toBe("");
  expect(hiddenPartsCss([])).toBe("");
});
