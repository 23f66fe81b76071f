import { expect, test } from "vitest";
import { parseContentDocument } from "./parse-document";
import { readdressCss, readdressDocument } from "./readdress";
import { serializeDocument } from "./sanitize";

const known = (path: string) => (path === "EPUB/missing.png" ? null : `blob:${path}`);

function readdressed(body: string): string {
  const document = parseContentDocument(
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:xlink="http://www.w3.org/1999/xlink"><head><title>t</title></head><body>${body}</body></html>`,
  );
  readdressDocument(document, "EPUB/text/a.xhtml", known);
  return serializeDocument(document);
}

test.each([
  ['<img src="../i/a%20b.png"/>', 'src="blob:EPUB/i/a b.png"'],
  ['<img srcset="b.png 1x, ../c.png 2x"/>', 'srcset="blob:EPUB/text/b.png 1x, blob:EPUB/c.png 2x"'],
  ['<video poster="p.jpg" src="v.mp4#t=3"/>', 'poster="blob:EPUB/text/p.jpg" src="blob:EPUB/text/v.mp4#t=3"'],
  ['<svg xmlns="http://www.w3.org/2000/svg"><image xlink:href="d.png"/></svg>', 'xlink:href="blob:EPUB/text/d.png"'],
  ["<p style=\"background:url('e.png')\">x</p>", "url(&quot;blob:EPUB/text/e.png&quot;)"],
])("%s gets blob addresses", (body, expected) => {
  expect(readdressed(body)).toContain(expected);
});

test.each([
  '<a href="b.xhtml#x">b</a>',
  '<img src="../missing.png"/>',
  '<img src="data:image/png;base64,AA=="/>',
  '<svg xmlns="http://www.w3.org/2000/svg"><use href="#g"/></svg>',
])("%s gets no blob address", (body) => {
  expect(readdressed(body)).not.toContain("blob:");
});

test("addresses in a style sheet are resolved from the path of the style sheet", () => {
  const css = "@import 'b.css'; @font-face{src:url( f.woff2 )} a{background:url(\"#g\"),url(data:,x)}";
  expect(readdressCss(css, "EPUB/css/a.css", known)).toBe(
    '@import "blob:EPUB/css/b.css"; @font-face{src:url("blob:EPUB/css/f.woff2")} a{background:url("#g"),url(data:,x)}',
  );
});
