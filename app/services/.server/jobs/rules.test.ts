import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { neutraliseCell } from "~/security/spreadsheet-cell";
import { csvLine, safeFileName } from "./rules";

describe("cells of an export", () => {
  it.each(["=1+1", "+46701234567", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1+1"])(
    "contain %j with an apostrophe before it, so that it is no formula",
    (text) => {
      expect(neutraliseCell(text)).toBe(`'${text}`);
    },
  );

  it.each(["Elsa", "Åsa-Karin", "a=b", "", "'quoted"])("contain %j unchanged", (text) => {
    expect(neutraliseCell(text)).toBe(text);
  });

  it("are read back from CSV with at most that apostrophe added, for any texts", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (cells) => {
        expect(readCsvLine(csvLine(cells, ";"))).toEqual(cells.map(neutraliseCell));
      }),
    );
  });
});

describe("a file's name", () => {
  it("keeps letters and removes characters that file systems reject", () => {
    expect(safeFileName("Klass 4A / Ängskolan: ÅÄÖ")).toBe("Klass 4A Ängskolan ÅÄÖ");
    expect(safeFileName("../../etc/passwd")).toBe("etc passwd");
    expect(safeFileName("a\r\nb\u202Etxt")).toBe("a b txt");
    expect(safeFileName(" .. ")).toBe("fabel");
  });
});

/** Parses one line strictly by RFC 4180. */
function readCsvLine(line: string): string[] {
  const cells: string[] = [];
  const text = line.replace(/\r\n$/, "");
  for (let at = 0; at <= text.length; at += 1) {
    if (text[at] === '"') {
      let cell = "";
      for (at += 1; !(text[at] === '"' && text[at + 1] !== '"'); at += 1) {
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
      cells.push(cell);
      at += 1;
    } else {
      const end = text.indexOf(";", at);
      const stop = end === -1 ? text.length : end;
      cells.push(text.slice(at, stop));
      at = stop;
    }
  }
  return cells;
}
