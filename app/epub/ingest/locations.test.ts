import { expect, test } from "vitest";
import { countCharacters, lettersPerLocation, locationsOf } from "./locations";
import { parseContentDocument } from "./parse-document";

function page(body: string): Document {
  return parseContentDocument(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>${body}</body></html>`,
  );
}

test("the first location is the first letter, and another follows every 1,024 letters across elements", () => {
  const long = "x".repeat(lettersPerLocation);
  const locations = locationsOf(page(`<h1 id="top">Ab</h1><p>${long}</p><p>${long}</p>`), "/6/4");
  expect(locations).toEqual([
    "epubcfi(/6/4!/4/2[top]/1:0)",
    `epubcfi(/6/4!/4/4/1:${lettersPerLocation - 2})`,
    `epubcfi(/6/4!/4/6/1:${lettersPerLocation - 2})`,
  ]);
});

test("a page without text has one location, and white space and styles are not counted", () => {
  const document = page("<style>p{}</style>\n <p> </p><img src='a.png' alt=''/>");
  expect(locationsOf(document, "/6/2")).toEqual(["epubcfi(/6/2!/4)"]);
  expect(countCharacters(document)).toBe(0);
});
