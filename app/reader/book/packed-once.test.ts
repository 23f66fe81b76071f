import { expect, test } from "vitest";
import type { Book } from "~/epub/book";
import { unpackBook } from "~/epub/packed-book";
import { packedBook, packOnce } from "./packed-once";

const book = (title: string) => ({ title, spine: [], toc: [], pageList: [], landmarks: [] }) as unknown as Book;

test("whoever packed a book gets the very same back, as long as it is one of the last", () => {
  const first = book("First");
  const text = packOnce(first);
  expect(packedBook(text)).toBe(first);
  expect(unpackBook(text)).toEqual(first);
  for (let count = 0; count < 20; count += 1) packOnce(book(`Another ${count}`));
  expect(packedBook(text)).not.toBe(first);
  expect(packedBook(text)).toEqual(first);
  expect(packOnce(first)).toBe(text);
  expect(packedBook(text)).toBe(first);
});

test("a text that was packed elsewhere is unpacked", () => {
  const text = JSON.stringify(book("Elsewhere"));
  expect(packedBook(text)).toEqual(book("Elsewhere"));
});
