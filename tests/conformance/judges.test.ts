import { expect, test } from "vitest";
import { verdictOfMeasure } from "./judge-overlays";
import { isMeasured, judgeOf, nameOfBook } from "./judges";
import { isOfItem } from "./reader-page";
import { summariseRate } from "./statistics";
import { directionOf } from "./test-book";

test("nameOfBook removes the extensions .synth and .epub", () => {
  expect(nameOfBook("mol-css.synth.epub")).toBe("mol-css");
  expect(nameOfBook("haruko-html-jpeg.epub")).toBe("haruko-html-jpeg");
});

test("judgeOf returns a different judge for each group, and one common judge for unknown tests", () => {
  const names = [
    "lay-pp-spread-none",
    "mol-css",
    "nav-access",
    "pkg-dir_unset-root-rtl",
    "scr-support-fallback",
    "cnt-mathml-support",
  ];
  expect(new Set(names.map((name) => judgeOf(name, false))).size).toBe(names.length);
  expect(judgeOf("pub-something-new", false)).toBe(judgeOf("cnt-something-new", false));
});

test("isMeasured is true for books with true times and for overlay tests", () => {
  expect([isMeasured("moby-dick-mo", true), isMeasured("mol-tts_single", false), isMeasured("hopp", false)]).toEqual([
    true,
    true,
    false,
  ]);
});

test("verdictOfMeasure fails a missed limit at any rate and a clip never highlighted, but no late frame", () => {
  const readings = (...errors: number[]) => errors.map((error) => ({ error, gap: 16 }));
  const good = summariseRate(1, readings(3, -8, 12));
  expect(verdictOfMeasure({ rates: [good], note: "" }).result).toBe("pass");
  expect(verdictOfMeasure({ rates: [good, summariseRate(2, readings(3, 26))], note: "" }).reason).toContain(
    "p95 is 26",
  );
  expect(verdictOfMeasure({ rates: [good, summariseRate(2, [...readings(3), null])], note: "" }).reason).toContain(
    "never highlighted",
  );
  const late = summariseRate(1, [...readings(3), { error: 60, gap: 70 }]);
  expect(verdictOfMeasure({ rates: [late], note: "" })).toMatchObject({
    result: "pass",
    reason: expect.stringContaining("1 frame"),
  });
  expect(verdictOfMeasure({ rates: [], note: "the voice did not begin" })).toEqual({
    result: "fail",
    reason: "the voice did not begin",
  });
});

test("isOfItem accepts the path of the item, of its fallback and of the page around an image", () => {
  const item = { href: "EPUB/1.svg", index: 2, fallback: "EPUB/one.xhtml" };
  expect(isOfItem("/content/b/v/EPUB/1.svg", item)).toBe(true);
  expect(isOfItem("/content/b/v/EPUB/one.xhtml", item)).toBe(true);
  expect(isOfItem("/content/b/v/META-INF/fabel/pages/2.xhtml", item)).toBe(true);
  expect(isOfItem("/content/b/v/EPUB/11.svg", item)).toBe(false);
});

test("directionOf returns the given direction, or for auto that of the first strong letter", () => {
  expect([
    directionOf("rtl", "CSS: x"),
    directionOf("auto", "CSS: مغامرة"),
    directionOf("auto", "1. مغامرة"),
    directionOf("", "x"),
  ]).toEqual(["rtl", "ltr", "rtl", null]);
});
