import { describe, expect, it } from "vitest";
import { blob, bounds, box, random, Sheet, smooth, spiky } from "./draw";
import { hedgehog } from "./figures/hedgehog";
import { cast, play } from "./figures/people";
import { water } from "./ground";
import { fitLetters, letters, measureLetters } from "./lettering";
import { colour, contrast, mix } from "./palette";
import { fir, roundTree } from "./plants";
import { sky } from "./sky";

describe("the drawing kit", () => {
  it("gives the same numbers for the same seed and others for another", () => {
    const [a, b, c] = [random(4), random(4), random(5)];
    const first = [a(), a(), a()];
    expect([b(), b(), b()]).toEqual(first);
    expect([c(), c(), c()]).not.toEqual(first);
    expect(first.every((value) => value >= 0 && value < 1)).toBe(true);
  });

  it("draws the same picture twice", () => {
    const draw = () => {
      const sheet = new Sheet("test", 400, 300);
      return sheet.svg(
        sky(sheet, [colour.night, colour.dusk]),
        water(sheet, 200, [colour.sea, colour.teal]),
        roundTree(sheet, 80, 220, 100, colour.moss),
        fir(sheet, 200, 220, 90, colour.teal, { snow: true }),
        hedgehog(),
        play(sheet, "layla", { mood: "happy" }),
        letters("ÅÄÖ", { x: 200, y: 90, size: 40, colour: colour.paper }),
      );
    };
    expect(draw()).toBe(draw());
  });

  it("gives every clip shape of a picture an id of its own", () => {
    const sheet = new Sheet("ids", 100, 100);
    const text = sheet.svg(sheet.paper(box(0, 0, 40, 40), colour.teal), sheet.paper(box(50, 50, 40, 40), colour.teal));
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(ids).toEqual(["ids-1", "ids-2"]);
    for (const id of ids) expect(text).toContain(`url(#${id})`);
  });

  it("draws soft shapes near the requested box", () => {
    const [x, y, w, h] = bounds(blob(100, 80, 50, 30, 3, 0.05));
    expect(x).toBeGreaterThan(40);
    expect(y).toBeGreaterThan(40);
    expect(x + w).toBeLessThan(160);
    expect(y + h).toBeLessThan(120);
  });

  it("writes absolute commands only, so that bounds can be read from them", () => {
    expect(spiky(0, 0, 10, 10, { spikes: 5, length: 0.2 })).toMatch(/^[MLZ\d. -]+$/);
    expect(
      smooth([
        [0, 0],
        [10, 0],
        [10, 10],
      ]),
    ).toMatch(/^[MCZ\d. -]+$/);
  });

  it("draws every person of the books without a broken number", () => {
    for (const who of Object.keys(cast) as (keyof typeof cast)[]) {
      expect(play(new Sheet(who, 100, 100), who, { look: 0.4, legs: "walk" })).not.toMatch(/NaN|undefined|Infinity/);
    }
  });
});

describe("the lettering", () => {
  it("fits a line to a width", () => {
    expect(measureLetters("LYKTAN", fitLetters("LYKTAN", 500))).toBeCloseTo(500, 3);
  });

  it("names the letter that it does not have", () => {
    expect(() => letters("A%", { x: 0, y: 0, size: 10, colour: colour.ink })).toThrow('no letter "%"');
  });
});

describe("the palette", () => {
  it("mixes from one colour to the other", () => {
    expect(mix("#000000", "#ffffff", 0)).toBe("#000000");
    expect(mix("#000000", "#ffffff", 1)).toBe("#ffffff");
  });

  it("measures contrast as WCAG does", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrast(colour.ink, colour.paper)).toBeGreaterThan(14);
  });
});
