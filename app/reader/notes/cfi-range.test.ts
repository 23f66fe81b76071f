import { expect, test } from "vitest";
import { textOfDocument } from "~/epub/document-text";
import { parseContentDocument } from "~/epub/ingest/parse-document";
import { pointAt } from "~/reader/view/document-text";
import { cfiOfElement, cfiOfText, elementOfCfi, textOfCfi } from "./cfi-range";

function page(body: string): Document {
  return parseContentDocument(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>${body}</body></html>`,
  );
}

/** The CFI of a text in a page. */
function cfiOf(content: Document, wanted: string): string {
  const text = textOfDocument(content);
  const from = text.text.indexOf(wanted);
  const [start, last] = [pointAt(text, from), pointAt(text, from + wanted.length - 1)];
  if (!start || !last) throw new Error("no such text");
  return cfiOfText({ start, end: { node: last.node, offset: last.offset + 1 } }, 1);
}

/** The text of a CFI in a page. */
function read(content: Document, cfi: string): string | null {
  const points = textOfCfi(content, cfi);
  if (!points) return null;
  const text = textOfDocument(content);
  const offset = ({ node, offset }: { node: Text; offset: number }) =>
    (text.nodes.find((each) => each.node === node)?.from ?? 0) + offset;
  return text.text.slice(offset(points.start), offset(points.end));
}

test("given text in one paragraph, then elements are even, texts odd, and the common path stands once", () => {
  const content = page("<h1>Head</h1><p>The <em>brown</em> fox jumps.</p>");
  expect(cfiOf(content, "fox")).toBe("epubcfi(/6/4!/4/4,/3:1,/3:4)");
  expect(cfiOf(content, "brown fox")).toBe("epubcfi(/6/4!/4/4,/2/1:0,/3:4)");
});

test.each(["Head", "The brown fox", "fox jumps.\n\nOver", "Over <it>"])("reads back the text %j", (wanted) => {
  const content = page("<h1>Head</h1><p id='a'>The <em>brown</em> fox jumps.</p><p>Over &lt;it&gt;.</p>");
  expect(read(content, cfiOf(content, wanted))).toBe(wanted);
});

test("given comments and CDATA between texts, then they are one text", () => {
  const content = page("<p>One<!-- c --> two<![CDATA[ & three]]> four</p>");
  expect(cfiOf(content, "three")).toBe("epubcfi(/6/4!/4/2,/1:10,/1:15)");
  expect(read(content, cfiOf(content, "three four"))).toBe("three four");
});

test("given an element before which others were added, then its id finds it", () => {
  const cfi = cfiOf(page("<p id='fox'>The fox.</p>"), "fox");
  expect(cfi).toBe("epubcfi(/6/4!/4/2[fox],/1:4,/1:7)");
  expect(read(page("<h1>New</h1><p id='fox'>The fox.</p>"), cfi)).toBe("fox");
});

test("given a CFI of Readium's model, with the document's id and an escaped one, then it is read", () => {
  const content = page("<p>One</p><div id='a]b'><p>Two <b>x</b> three</p></div>");
  expect(read(content, "epubcfi(/6/4[chap^]ter,1]!/4[body01]/4[a^]b]/2,/1:0[One],/3:6)")).toBe("Two x three");
});

test("given a picture, then its CFI leads to it", () => {
  const content = page("<p>One</p><p><img id='p1' src='a.png' alt=''/></p>");
  const picture = content.getElementsByTagName("img")[0];
  if (!picture) throw new Error("no picture");
  const cfi = cfiOfElement(picture, 0);
  expect(cfi).toBe("epubcfi(/6/2!/4/4/2[p1])");
  expect(elementOfCfi(content, cfi)).toBe(picture);
});

test("given our own marker over drawn text, then it is not counted", () => {
  const content = page("<svg xmlns='http://www.w3.org/2000/svg'><rect data-fabel-highlight=''/><text>One</text></svg>");
  expect(cfiOf(content, "One")).toBe("epubcfi(/6/4!/4/2/2,/1:0,/1:3)");
});

test.each([
  ["not a CFI", "/6/4!/4/2,/1:0,/1:3"],
  ["without a range", "epubcfi(/6/4!/4/2/1:0)"],
  ["of a missing element", "epubcfi(/6/4!/4/20,/1:0,/1:3)"],
  ["behind the text", "epubcfi(/6/4!/4/2,/1:0,/1:300)"],
  ["with other characters", "epubcfi(/6/4!/4/2,/1:0,/1:x)"],
  ["empty", "epubcfi()"],
])("a CFI %s leads nowhere", (_what, cfi) => {
  expect(textOfCfi(page("<p>One</p>"), cfi)).toBeNull();
  expect(elementOfCfi(page("<p>One</p>"), cfi)).toBeNull();
});
