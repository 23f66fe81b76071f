import { describe, expect, test } from "vitest";
import { mayLogOut, offlineFileAddress, offlineFileOf, offlineStandIn } from "./offline-address";

const offlineId = "3b4cd66e-21a4-4d1c-9d5b-0d6f9a3f1c11";

describe("address of an offline file", () => {
  test.each(["EPUB/one.xhtml", "EPUB/a b & c, d.png", "EPUB/é.mp3", "100%.svg"])("is parsed back to %s", (href) => {
    expect(offlineFileOf(offlineFileAddress(offlineId, href))).toEqual({ offlineId, href });
  });

  test("is parsed from differently encoded paths", () => {
    expect(offlineFileOf(`/reader/kept/${offlineId}/EPUB/a%20b&c.png`)?.href).toBe("EPUB/a b&c.png");
    expect(offlineFileOf(`/reader/kept/${offlineId}/e%CC%81.mp3`)?.href).toBe("é.mp3");
  });

  test.each([
    `/reader/kept/${offlineId}/`,
    "/reader/kept/else/one.xhtml",
    "/reader/offline",
    `/reader/kept/${offlineId}/%E0%A4`,
  ])("returns null for %s", (path) => {
    expect(offlineFileOf(path)).toBeNull();
  });
});

test.each([
  ["/", "/reader/offline"],
  ["/bookshelf", "/reader/offline"],
  ["/shelves/", "/reader/offline"],
  ["/books/lantern", "/reader/offline"],
  ["/reader/lantern", "/reader/offline?book=lantern"],
  ["/reader/a%26b", "/reader/offline?book=a%26b"],
  ["/reader/test-player", null],
  ["/reader/lantern/policy", null],
  ["/profile", null],
  ["/login", null],
])("without a network, %s is replaced by %s", (path, standIn) => {
  expect(offlineStandIn(path)).toBe(standIn);
});

test.each([
  ["/logout", true],
  ["/library/bookshelf", true],
  ["/library", true],
  ["/bookshelf", false],
  ["/libraryish", false],
])("given %s, then mayLogOut returns %s", (path, may) => {
  expect(mayLogOut(path)).toBe(may);
});
