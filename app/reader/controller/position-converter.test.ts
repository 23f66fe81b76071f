import { expect, test } from "vitest";
import type { Book } from "~/epub/book";
import { progressAt } from "~/epub/progress";
import type { BookView } from "~/reader/view/book-view";
import { PositionConverter } from "./position-converter";

const page = (index: number) => ({
  index,
  href: `p${index}.xhtml`,
  linear: true,
  layout: "pre-paginated",
  characters: 0,
});
const book = { spine: [page(0), page(1), page(2)], toc: [] } as unknown as Book;
const showing = (indexes: number[], canReadOn: boolean) =>
  new PositionConverter(() => book, {
    items: indexes.map((index) => book.spine[index]),
    fraction: 0,
    canReadOn: () => canReadOn,
    pages: { page: 0, count: 1 },
    whereabouts: () => "shown",
  } as unknown as BookView);

test("given a fixed-layout book that ends on two pages side by side, then the position is its end", () => {
  const { position } = showing([1, 2], false);
  expect(position.URI).toBe("p2.xhtml");
  expect(progressAt(book, position)).toBe(1);
});

test("given more pages after the two, then the position is the first of them", () => {
  expect(showing([0, 1], true).position.URI).toBe("p0.xhtml");
});
