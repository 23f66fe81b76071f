import { describe, expect, it } from "vitest";
import { lineRuns, partsFromLeft } from "./line-parts";

describe("the parts of a line, from left to right", () => {
  it.each([
    ["Elsa Öst", ["Elsa Öst"]],
    ["محمد علي", ["محمد علي"]],
    ["Elsa محمد علي", ["Elsa ", "محمد علي"]],
    ["محمد علي Elsa", ["Elsa", "محمد علي "]],
    ["דוד כהן 4", ["4", "דוד כהן "]],
    ["(Elsa)", ["(Elsa)"]],
    ["محمد (علي)", ["محمد )علي("]],
    ["Elsa (محمد) Öst", ["Elsa (", "محمد", ") Öst"]],
    ["דוד 12-34", ["12-34", "דוד "]],
    ["", []],
  ])("puts the parts of %s in visual order", (text, parts) => {
    expect(partsFromLeft(text).map((part) => part.text)).toEqual(parts);
  });
});

describe("the runs of a line", () => {
  const fonts: Record<string, RegExp> = {
    product: /[A-Za-zÅÄÖåäö ?]/,
    wide: /[A-Za-zÀ-ɏẠ-ỹ ?]/,
    cyrillic: /[А-я]/,
    arabic: /[\u0600-\u06ff ]/,
  };
  const runs = (text: string) =>
    lineRuns(text, [["product"], ["wide", "cyrillic", "arabic"]], (font, letter) => fonts[font]?.test(letter) ?? false);

  it("use the product's font if it has all letters", () => {
    expect(runs("Åsa Öst")).toEqual([{ font: "product", text: "Åsa Öst" }]);
  });

  it("use a wider font for the whole line, not for a single letter", () => {
    expect(runs("Nguyễn Thị")).toEqual([{ font: "wide", text: "Nguyễn Thị" }]);
  });

  it("use several fonts if none has all letters, with right-to-left words in visual order", () => {
    expect(runs("Ольга")).toEqual([{ font: "cyrillic", text: "Ольга" }]);
    expect(runs("محمد Öst")).toEqual([
      { font: "wide", text: "Öst" },
      { font: "arabic", text: "محمد " },
    ]);
  });

  it("mirror brackets within right-to-left text that a left-to-right font draws", () => {
    const hebrew = /[א-ת]/;
    const runs = lineRuns(
      "דוד (כהן) לוי",
      [["hebrew"], ["wide"]],
      (font, letter) => hebrew.test(letter) === (font === "hebrew"),
    );
    expect(runs.map((run) => run.text)).toEqual(["לוי", " (", "כהן", ") ", "דוד"]);
  });

  it("omit letters that no font has", () => {
    expect(runs("A漢")).toEqual([{ font: "product", text: "A" }]);
  });

  it("combine a letter and its diacritic into one code point if there is one", () => {
    expect(runs("A\u030asa")).toEqual([{ font: "product", text: "Åsa" }]);
  });
});
