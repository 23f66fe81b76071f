import { expect, test } from "vitest";
import type { MarkupFault } from "./markup-fault";
import { isOpenable } from "./openable";
import { parseContentDocument, parseXmlLeniently } from "./parse-document";
import { sanitizeDocument, serializeDocument } from "./sanitize";

const namespace = 'xmlns="http://www.w3.org/1999/xhtml"';
const page = (body: string, root = `<html ${namespace}>`) =>
  `<?xml version="1.0"?>\n${root}<head><title>t</title></head><body>${body}</body></html>`;

/** The document as it is stored, with the fault that was reported. */
function stored(text: string) {
  const faults: MarkupFault[] = [];
  const document = parseContentDocument(text, (fault) => faults.push(fault));
  sanitizeDocument(document);
  return { text: serializeDocument(document), faults };
}

test.each<[string, string, Partial<MarkupFault> | null]>([
  ["valid XHTML", page("<p>Words</p>"), null],
  ["white space before the declaration", `\n ${page("<p>Words</p>")}`, null],
  [
    "an entity that the document type declares",
    page("<p>Words&#160;&nbsp;</p>").replace(
      "<html",
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "x.dtd"><html',
    ),
    null,
  ],
  ["an entity that nothing declares", page("\n<p>Words&nbsp;</p>"), { kind: "entity", line: 3, detail: "&nbsp;" }],
  ["a bare ampersand", page("\n<p>Words & more</p>\n"), { kind: "entity", line: 3, detail: "&" }],
  ["an unclosed element", page("\n<p><b>Words</p>"), { kind: "tag-order", line: 3, detail: "b" }],
  ["an attribute without quotes", page("\n\n<p class=a>Words</p>"), { kind: "attribute", line: 4 }],
  ["an attribute twice", page('<p class="a" class="b">Words</p>'), { kind: "attribute", line: 2 }],
  ["a bare sign", page("<p>Words a < b</p>"), { kind: "character", line: 2 }],
  ["an undeclared prefix", page('<p epub:type="x">Words</p>'), { kind: "prefix", line: 2, detail: "epub" }],
  ["an unknown prefix", page('<p foo:type="x">Words</p>'), { kind: "prefix", line: 2, detail: "foo" }],
  ["no namespace", page("<p>Words</p>", "<!-- <html> --><html>"), { kind: "no-namespace", line: 2 }],
  ["a wrong namespace", page("<p>Words</p>", '<html xmlns="http://www.w3.org/1999/xhtml/">'), { kind: "no-namespace" }],
  ["capital letters", "<HTML><BODY><P>Words</P></BODY></HTML>", { kind: "not-xhtml", line: 1 }],
  ["another root", "<div><p>Words</p></div>", { kind: "not-xhtml", line: 1 }],
  ["no body", `<html ${namespace}><head><title>t</title></head><p>Words</p></html>`, { kind: "not-xhtml", line: 1 }],
  ["no head", `<html ${namespace}><body><p>Words</p></body></html>`, null],
  ["only text", "Words", { kind: "malformed", line: 1 }],
  ["HTML", "<!doctype html><title>t</title><p>Words<br>more", { line: 1 }],
])("a document with %s can be opened as it is stored, and its fault is reported", (_, text, fault) => {
  const result = stored(text);
  expect(result.text).toContain("Words");
  expect(isOpenable(result.text)).toBe(true);
  expect(result.faults).toEqual(fault === null ? [] : [expect.objectContaining(fault)]);
});

test("a frame set has nothing to show and is refused", () => {
  expect(() => parseContentDocument(`<html ${namespace}><frameset><frame src="a.xhtml"/></frameset></html>`)).toThrow();
});

test("text in CDATA sections is kept when a document is read as HTML", () => {
  expect(stored(page("<p><![CDATA[a < b]]>")).text).toContain("a &lt; b");
});

test.each([
  ["without the policy", `<html ${namespace}><head><title>t</title></head><body/></html>`],
  ["without namespace", stored(page("<p/>")).text.replace(namespace, "")],
  ["without body", stored(page("<p/>")).text.replace(/<body>.*<\/body>/, "")],
  ["that is not well-formed", stored(page("<p/>")).text.replace("</body>", "")],
])("a stored document %s cannot be opened", (_, text) => {
  expect(isOpenable(text)).toBe(false);
});

test("a package is read as far as possible: bare ampersands, undeclared prefixes, entities of HTML", () => {
  const document = parseXmlLeniently(
    "\ufeff<package><metadata><dc:title>Tom & Jerry &eacute;</dc:title></metadata></package>",
  );
  expect(document?.getElementsByTagNameNS("*", "title")[0]?.textContent).toBe("Tom & Jerry é");
  expect(parseXmlLeniently("no element")).toBeNull();
});
