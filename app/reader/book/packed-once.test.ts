import { expect, test } from "vitest";
import type { Book } from "~/epub/book";
import { unpackBook } from "~/epub/packed-book";
import { packedBook, packOnce } from "./packed-once";

const book = (title: string) => ({ title, spine: [], toc: [], pageList: [], landmarks: [] }) as unknown as Book;

test("a packed book is unpacked as the same object while it is one of the last that were packed", () => {
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
