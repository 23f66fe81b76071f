import { describe, expect, it } from "vitest";
import * as abeilles from "../books/abeilles/scenes";
import * as bahr from "../books/bahr/scenes";
import * as kaart from "../books/de-kaart-van-opa/scenes";
import * as taube from "../books/die-brieftaube/scenes";
import * as fjordpost from "../books/fjordpost/scenes";
import * as hopp from "../books/hopp/scenes";
import * as phare from "../books/le-phare-de-lou/scenes";
import * as lyktan from "../books/lyktan/scenes";
import * as qamar from "../books/qamar/scenes";
import * as talvimaja from "../books/talvimaja/scenes";
import * as clock from "../books/the-clock-mender/scenes";
import * as salt from "../books/the-salt-road/scenes";

const reflowable = { abeilles, bahr, kaart, taube, fjordpost, talvimaja, clock, salt };
const fixed = {
  lyktan: { ...lyktan, width: 1024, height: 768 },
  qamar: { ...qamar, width: 1024, height: 768 },
  hopp: { ...hopp, width: 900, height: 900 },
  phare: { ...phare, width: 768, height: 1024 },
};

const all = Object.entries({ ...reflowable, ...fixed }).flatMap(([book, { scenes }]) =>
  Object.entries(scenes).map(([name, draw]) => ({ book, name, draw })),
);

describe("the pictures of the books", () => {
  it.each(all)("$book/$name is small, self-contained and the same each time", ({ draw }) => {
    const text = draw();
    expect(draw()).toBe(text);
    expect(text.length).toBeLessThan(60_000);
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
    expect(text).not.toMatch(/<script|<style|<image|<foreignObject|href=|\son\w+=/);
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of text.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id);
  });

  it("gives no id twice in a book", () => {
    for (const { scenes } of Object.values({ ...reflowable, ...fixed })) {
      const ids = Object.values(scenes).flatMap((draw) =>
        [...draw().matchAll(/ id="([^"]+)"/g)].map((match) => match[1]),
      );
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it.each(Object.entries({ ...reflowable, ...fixed }))("%s has a cover of 1200 x 1600", (_, { scenes }) => {
    expect(scenes.cover?.()).toContain('viewBox="0 0 1200 1600"');
  });

  it.each(Object.entries(fixed))("%s has its pages at their size and a place for each page's text", (_, book) => {
    const pages = Object.keys(book.scenes).filter((name) => name !== "cover");
    expect(Object.keys(book.textPlaces).sort()).toEqual([...pages].sort());
    for (const name of pages) {
      expect(book.scenes[name]?.()).toContain(`viewBox="0 0 ${book.width} ${book.height}"`);
      const place = book.textPlaces[name];
      expect(place && place.x >= 0 && place.x + place.width <= book.width && place.y + place.size < book.height).toBe(
        true,
      );
    }
  });
});
