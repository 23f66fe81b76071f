import { expect, test } from "vitest";
import { LettersOnPages } from "./letters-on-pages";

/** Texts with the index of their first letter. A space is white space that is not drawn. */
const textsOf = (...texts: string[]) => {
  let from = 0;
  return texts.map((text) => {
    const node = { text, length: text.length, from };
    from += text.length;
    return node;
  });
};

/** Lays out `perPage` letters a page. Each of `pictures` is a letter with a page of its own for a picture before it. */
function laidOut(nodes: ReturnType<typeof textsOf>, perPage: number, pictures: readonly number[] = []) {
  return new LettersOnPages(nodes, (node, offset) => {
    if (node.text[offset] === " ") return null;
    const letter = node.from + offset;
    return Math.floor(letter / perPage) + pictures.filter((at) => at <= letter).length;
  });
}

const story = textsOf("abcdefghij", "klmno", "pqrstuvwxyz".repeat(20));

test.each([3, 7, 10, 40, 400])(
  "given %i letters a page, then the first letter of a page is on that page",
  (perPage) => {
    const pages = laidOut(story, perPage);
    for (let page = 0; page * perPage < pages.total; page += 1) {
      expect(pages.before(page)).toBe(page * perPage);
      expect(pages.pageAt(page * perPage)).toBe(page);
    }
  },
);

test("given a position of one device, then another device shows the page with the same letter", () => {
  const tablet = laidOut(story, 40);
  const phone = laidOut(story, 7);
  for (let page = 0; page < 5; page += 1) {
    const letter = tablet.before(page) ?? -1;
    const shown = phone.pageAt(letter) ?? -1;
    expect(phone.before(shown)).toBeLessThanOrEqual(letter);
    expect(phone.before(shown + 1)).toBeGreaterThan(letter);
  }
});

test("given undrawn white space at the end of a page, then its page is that of the next words", () => {
  const pages = laidOut(textsOf("abcd   ", "   ", "efgh"), 5);
  expect(pages.before(0)).toBe(0);
  expect(pages.pageAt(4)).toBe(2);
});

test("given a page with a picture only, then its position is the letter before it", () => {
  const pages = laidOut(textsOf("abcdefghij"), 5, [5]);
  expect(pages.before(1)).toBe(4);
  expect(pages.pageAt(4)).toBe(0);
  expect(pages.before(2)).toBe(5);
});

test("given hidden words in another language, then they count but are on no page", () => {
  const pages = laidOut(textsOf(" ".repeat(3000), "abcdefghij", " ".repeat(3000)), 5);
  expect(pages.pageAt(10)).toBe(600);
  expect(pages.before(601)).toBe(3005);
});

test("given no letters, then there is no position", () => {
  expect(laidOut([], 5).before(0)).toBeNull();
  expect(laidOut(textsOf("   "), 5).before(0)).toBeNull();
});

/** Lines of 40 px with `perLine` letters, and a picture of 300 px before each of `pictures`. */
const scrolled = (nodes: ReturnType<typeof textsOf>, perLine: number, pictures: readonly number[] = []) =>
  new LettersOnPages(nodes, (node, offset) => {
    if (node.text[offset] === " ") return null;
    const letter = node.from + offset;
    return Math.floor(letter / perLine) * 40 + pictures.filter((at) => at <= letter).length * 300;
  });

test.each([0, 40, 55, 79, 199, 420, 700])(
  "given a scrolled document at %i px, then its whole letters lead back to that height",
  (height) => {
    const lines = scrolled(textsOf("abcdefghij", "  ", "k lmno", "pqrstuvwxyz".repeat(80)), 30, [90, 200]);
    const letters = Math.ceil(lines.beforeHeight(height, 2) ?? -1);
    expect(Math.abs((lines.heightAt(letters, 2) ?? -1) - height)).toBeLessThan(height < 190 ? 3 : 12);
  },
);

test("given the first letter of a page, then a scrolled document shows its line, and the other way round", () => {
  const pages = laidOut(story, 40);
  const lines = scrolled(story, 20);
  for (let page = 0; page < 5; page += 1) {
    const height = lines.heightAt(pages.before(page) ?? -1, 2) ?? -1;
    expect(height).toBe(page * 80);
    expect(pages.pageAt(lines.beforeHeight(height, 2) ?? -1)).toBe(page);
  }
});

test("given a scrolled document without drawn letters, then there is no position", () => {
  expect(scrolled(textsOf("   "), 5).beforeHeight(10, 2)).toBeNull();
  expect(scrolled([], 5).heightAt(3, 2)).toBeNull();
});
