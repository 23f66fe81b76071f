import { expect, test } from "vitest";
import type { ManifestItem } from "../package-document";
import { mendAddresses } from "./mend-addresses";
import { parseContentDocument } from "./parse-document";

function item(id: string, path: string, mediaType: string, fallback: string | null = null): ManifestItem {
  return { id, path, mediaType, properties: [], fallback, overlay: null };
}

const items = [
  item("star", "EPUB/star.psd", "image/psd", "drawing"),
  item("drawing", "EPUB/star.tiff", "image/tiff", "png"),
  item("png", "EPUB/img/a star.png", "image/png"),
  item("round", "EPUB/round.psd", "image/psd", "round"),
];

function sourceOf(source: string): string {
  const document = parseContentDocument(
    `<html xmlns="http://www.w3.org/1999/xhtml"><body><img src="${source}" alt=""/></body></html>`,
  );
  const byPath = new Map(items.map((one) => [one.path ?? "", one]));
  mendAddresses(document, "EPUB/one.xhtml", byPath, new Map(items.map((one) => [one.id, one])));
  return document.getElementsByTagName("img")[0]?.getAttribute("src") ?? "";
}

test("an address that climbs above the book ends at its root", () => {
  expect(sourceOf("../../../../media/photo.jpg")).toBe("../media/photo.jpg");
  expect(sourceOf("/media/photo.jpg")).toBe("../media/photo.jpg");
});

test("a foreign picture gives way to its fallback, over as many steps as it takes", () => {
  expect(sourceOf("star.psd")).toBe("img/a%20star.png");
});

test("what is found and can be shown stays as it is written, and so does what can't be mended", () => {
  for (const source of [
    "img/a star.png",
    "../media/photo.jpg",
    "missing.png",
    "round.psd",
    "data:image/png;base64,AA",
  ]) {
    expect(sourceOf(source)).toBe(source);
  }
});
