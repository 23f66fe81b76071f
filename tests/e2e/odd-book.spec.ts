import { expect } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { clickInBars, openReader, shownFrame, signIn } from "#tests/support/open-reader";
import { rawZip, writeZip } from "#tests/support/raw-zip";

/** Books that break the rules of archive and XHTML, and are shown all the same. Decision 70. */

const container =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';
const contents =
  '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint id="a"><navLabel><text>Start</text></navLabel><content src="c1.html"/></navPoint><navPoint id="b"><navLabel><text>By name</text></navLabel><content src="c1.html#Sec2"/></navPoint></navMap></ncx>';
const packageDocument =
  '<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Odd book</dc:title><dc:language>en</dc:language><dc:identifier id="i">odd</dc:identifier></metadata><manifest><item id="n" href="t.ncx" media-type="application/x-dtbncx+xml"/><item id="c1" href="c1.html" media-type="application/xhtml+xml"/></manifest><spine toc="n"><itemref idref="c1"/></spine></package>';
const filler = "<p>A long paragraph of a chapter that has many of them.</p>".repeat(120);
const chapter = `<html><head><title>One</title></head><body><h1>Beginning</h1>${filler}<h2><a name="Sec2">Second part</a></h2>${filler}</body></html>`;

test("a book with backslashes, other letter case, no namespace and a named anchor opens, and its contents lead to the anchor", async ({
  page,
}) => {
  await signIn(page);
  const archive = rawZip([
    { name: "META-INF\\container.xml", content: container },
    { name: "OPS\\p.opf", content: packageDocument },
    { name: "OPS\\t.ncx", content: contents },
    { name: "OPS\\C1.html", content: chapter },
  ]);
  await openReader(page, await addBookToProduct(await writeZip(archive, "odd.epub")));
  const document = shownFrame(page, "OPS/C1.html");
  await expect(document.getByText("Beginning")).toBeInViewport();
  await expect(document.getByText("Second part")).not.toBeInViewport();
  const list = page.getByRole("complementary", { name: "Innehåll" });
  await clickInBars(page, page.getByRole("button", { name: "Innehåll" }), list);
  await list.getByRole("button", { name: "By name" }).click();
  await expect(document.getByText("Second part")).toBeInViewport();
});
