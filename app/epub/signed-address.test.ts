import { expect, test } from "vitest";
import { completeFileUrl, withoutPolicy } from "./signed-address";

test.each([
  ["no address", "", null],
  ["an unsigned address", "fileUrl=https://b.example/x/", "https://b.example/x/"],
  [
    "an unencoded address, whose signature became the page's query",
    "fileUrl=https://b.example/x/?Policy=p&Signature=s~&Key-Pair-Id=K",
    "https://b.example/x/?Policy=p&Signature=s~&Key-Pair-Id=K",
  ],
  [
    "an address with a complete signature",
    `fileUrl=${encodeURIComponent("https://b.example/x/?Policy=p&Signature=own&Key-Pair-Id=K1")}&Signature=other&Key-Pair-Id=K2`,
    "https://b.example/x/?Policy=p&Signature=own&Key-Pair-Id=K1",
  ],
  [
    "an address without its key pair id",
    `fileUrl=${encodeURIComponent("https://b.example/x/?Policy=p&Signature=own")}&Key-Pair-Id=K2`,
    "https://b.example/x/?Policy=p&Signature=own&Key-Pair-Id=K2",
  ],
])("given %s, then completeFileUrl returns the signed address, or null without one", (_what, query, expected) => {
  expect(completeFileUrl(new URLSearchParams(query))).toBe(expected);
});

test.each([
  ["a/b.xhtml?Policy=p&Signature=s&Key-Pair-Id=k#x", "a/b.xhtml#x"],
  ["/reader/x?origin=polylino&Signature=s&Key-Pair-Id=k", "/reader/x?origin=polylino"],
  [
    `/reader/x?fileUrl=${encodeURIComponent("https://b.example/x/?Policy=p&v=1")}&Signature=s`,
    `/reader/x?fileUrl=${encodeURIComponent("https://b.example/x/?v=1")}`,
  ],
  ["/bookshelf?q=Policy", "/bookshelf?q=Policy"],
  ["EPUB/a.xhtml", "EPUB/a.xhtml"],
])("given %s, then %s is stored", (address, stored) => {
  expect(withoutPolicy(address)).toBe(stored);
});
