import EpubCFI from "epubjs/src/epubcfi";
import { expect, test } from "vitest";
import { locationsOf } from "~/epub/ingest/locations";
import { parseContentDocument } from "~/epub/ingest/parse-document";
import { cfiOf, rangeOfCfi } from "./cfi";

function page(body: string): Document {
  return parseContentDocument(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>${body}</body></html>`,
  );
}

const places = (content: Document, cfi: string) => {
  const range = rangeOfCfi(content, cfi);
  return range && [range.startContainer.nodeValue ?? range.startContainer.nodeName, range.startOffset];
};

test("given an element, then its CFI points to the element", () => {
  const content = page("<p>one</p><div><span>two</span><img src='a.png' alt=''/></div>");
  const [span] = Array.from(content.getElementsByTagName("span"));
  const [picture] = Array.from(content.getElementsByTagName("img"));
  if (!span || !picture) throw new Error("no such element");
  expect(cfiOf(span, 1)).toBe("epubcfi(/6/4!/4/4/2)");
  expect(places(content, cfiOf(span, 1))).toEqual(["div", 0]);
  expect(places(content, cfiOf(picture, 1))).toEqual(["div", 1]);
});

test("given ingest's locations, then each points to its letter, also after elements, comments and odd ids", () => {
  const long = "x".repeat(2600);
  const content = page(`<p id="a:b]c/d"><b/>${long}</p><div>a<!-- c -->b<i>c</i><i/>${long}</div>`);
  const locations = locationsOf(content, "/6/2");
  expect(locations.map((cfi) => places(content, cfi))).toEqual([
    [long, 0],
    [long, 1024],
    [long, 2048],
    // The first text has 552 letters after its third location, and 3 letters of other nodes follow.
    [long, 469],
    [long, 1493],
    [long, 2517],
  ]);
});

test("given ingest's locations, then epub.js writes each as ingest did", () => {
  const long = "x".repeat(2600);
  const content = page(`<section id="part.1"><p>a<b id="b-1">c</b>${long}</p></section><p id="a:b]c/d">${long}</p>`);
  const locations = locationsOf(content, "/6/4[chapter-1]");
  expect(locations).toHaveLength(6);
  expect(locations.map((cfi) => new EpubCFI(cfi).toString())).toEqual(locations);
});

test("given a location of an earlier ingest's numbering, then it points to the element around the text", () => {
  expect(places(page("<p><b/>text</p>"), "epubcfi(/6/2!/4/2[p^]q]/3:2)")).toEqual(["body", 0]);
});

test.each(["epubcfi(broken)", "epubcfi(/6/2!/4[a/b]/2)", "", "epubcfi(/6/2!)"])(
  "given %j, then rangeOfCfi does not throw",
  (cfi) => {
    expect(() => rangeOfCfi(page("<p>text</p>"), cfi)).not.toThrow();
  },
);
