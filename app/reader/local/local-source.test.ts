import { expect, test } from "vitest";
import { parseContentDocument } from "~/epub/ingest/parse-document";
import { serializeDocument } from "~/epub/ingest/sanitize";
import { localSource } from "./local-source";

function sourceOf(files: Record<string, string>) {
  const made = new Map<string, Blob>();
  const dropped: string[] = [];
  const source = localSource(
    new Map(Object.entries(files).map(([path, content]) => [path, new TextEncoder().encode(content)])),
    { parse: parseContentDocument, serialize: serializeDocument },
    (content) => {
      made.set(`blob:${made.size}`, content);
      return `blob:${made.size - 1}`;
    },
    (address) => dropped.push(address),
  );
  return { source, made, dropped };
}

const page = (body: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>${body}</body></html>`;

test("the blob of a document contains the blob addresses of its files, each made once", async () => {
  const { source, made, dropped } = sourceOf({
    "a.xhtml": page('<img src="i.png"/><img src="i.png"/><iframe src="b.xhtml"></iframe>'),
    "b.xhtml": page("b"),
    "i.png": "picture",
  });
  const address = source.url("a.xhtml");
  expect(await made.get(address)?.text()).toMatch(/<img src="blob:0"\/><img src="blob:0"\/><iframe src="blob:1"/);
  expect(made.get("blob:0")?.type).toBe("image/png");
  expect(made.get(address)?.type).toContain("application/xhtml+xml");
  expect(source.url("a.xhtml")).toBe(address);
  source.release();
  expect(dropped).toEqual([...made.keys()]);
});

test("documents that embed each other are loaded, and missing files give about:blank or error_not_found", async () => {
  const { source, made } = sourceOf({
    "a.xhtml": page('<iframe src="b.xhtml"></iframe>'),
    "b.xhtml": page('<iframe src="a.xhtml"></iframe>'),
  });
  expect(await made.get(source.url("a.xhtml"))?.text()).toContain('src="blob:0"');
  expect(source.url("c.xhtml")).toBe("about:blank");
  await expect(source.text("c.smil")).rejects.toMatchObject({ key: "error_not_found" });
  await expect(source.renew()).rejects.toMatchObject({ key: "error_fault_in_book_message" });
});
