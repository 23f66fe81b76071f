import { expect, test } from "vitest";
import type { ManifestItem } from "~/epub/package-manifest";
import { parseContentDocument } from "./parse-document";
import { manifestIndex, repairAddresses, repairCss } from "./repair-addresses";
import { sanitizeDocument, serializeDocument } from "./sanitize";

function item(
  id: string,
  path: string,
  mediaType: string,
  fallback: string | null = null,
  properties: string[] = [],
): ManifestItem {
  return { id, path, mediaType, properties, fallback, overlay: null };
}

const items = [
  item("star", "EPUB/star.psd", "image/psd", "drawing"),
  item("drawing", "EPUB/star.tiff", "image/tiff", "png"),
  item("png", "EPUB/img/a star.png", "image/png"),
  item("round", "EPUB/round.psd", "image/psd", "round"),
  item("tune", "EPUB/tune.mid", "audio/midi", "mp3"),
  item("mp3", "EPUB/tune.mp3", "audio/mpeg"),
  item("quiz", "EPUB/quiz.xhtml", "application/xhtml+xml", "plain", ["scripted"]),
  item("plain", "EPUB/plain.xhtml", "application/xhtml+xml"),
  item("lone", "EPUB/lone.xhtml", "application/xhtml+xml", null, ["scripted"]),
];

function repaired(body: string): Document {
  const document = parseContentDocument(`<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`);
  repairAddresses(document, "EPUB/one.xhtml", manifestIndex(items));
  return document;
}

function sourceOf(source: string): string {
  return repaired(`<img src="${source}" alt=""/>`).getElementsByTagName("img")[0]?.getAttribute("src") ?? "";
}

/** The body as it is stored for the reader's frame. */
function stored(body: string): string {
  const document = repaired(body);
  sanitizeDocument(document);
  return /<body>(.*)<\/body>/s.exec(serializeDocument(document))?.[1] ?? "";
}

test("an address that climbs above the book is resolved from the book's root", () => {
  expect(sourceOf("../../../../media/photo.jpg")).toBe("../media/photo.jpg");
  expect(sourceOf("/media/photo.jpg")).toBe("../media/photo.jpg");
});

test("a foreign picture is replaced by its fallback, over several steps", () => {
  expect(sourceOf("star.psd")).toBe("img/a%20star.png");
});

test("a valid address and one that cannot be repaired stay unchanged", () => {
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

test("addresses in style sheets, SVG and srcset are repaired too and keep their fragments", () => {
  const css = 'a{background:url(../../../img/a.png)} @import "/more.css"; b{src:url("../ok.woff")}';
  expect(repairCss(css, "EPUB/css/a.css")).toBe(
    'a{background:url("../../img/a.png")} @import "../../more.css"; b{src:url("../ok.woff")}',
  );
  expect(stored('<p style="background:url(/img/a.png)"/>')).toContain("../img/a.png");
  expect(stored('<svg xmlns="http://www.w3.org/2000/svg"><use href="../../../x.svg#part"/></svg>')).toContain(
    'href="../x.svg#part"',
  );
  expect(stored('<img src="a.png" srcset="/b.png 2x, star.psd 3x"/>')).toContain(
    'srcset="../b.png 2x, img/a%20star.png 3x"',
  );
});

test("a replaced source gets the media type of its fallback, since the browser skips types it cannot play", () => {
  expect(stored('<audio controls="controls"><source src="tune.mid" type="audio/midi"/></audio>')).toContain(
    '<source src="tune.mp3" type="audio/mpeg">',
  );
});

test.each([
  [
    "a foreign object by its manifest fallback",
    '<object data="star.psd" type="image/psd">No</object>',
    'src="img/a%20star.png"',
  ],
  ["a foreign object by its own content", '<object data="x.jxr" type="image/jxr"><p>Own</p></object>', "<p>Own</p>"],
  [
    "a document in an object by a frame",
    '<object data="plain.xhtml" width="300">No</object>',
    '<iframe src="plain.xhtml"',
  ],
  ["a scripted frame by its fallback", '<iframe src="quiz.xhtml"/>', 'src="plain.xhtml"'],
  ["a scripted object by its own content", '<object data="lone.xhtml"><p>Own</p></object>', "<p>Own</p>"],
  [
    "a sound in an object by a player",
    '<object data="tune.mid" type="audio/midi"/>',
    '<audio controls="controls" src="tune.mp3"',
  ],
  ["a canvas, which only scripts fill, by its own content", "<canvas><p>Own</p></canvas>", "<p>Own</p>"],
])("given an element that the reader does not support, then it is replaced: %s", (_, body, expected) => {
  const result = stored(body);
  expect(result).toContain(expected);
  expect(result).not.toMatch(/<(object|canvas)|>No</);
});
