import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { projectRoot } from "#server/project-root";

const covers = path.join(projectRoot, "app/shell/landing/covers");

test.each(readdirSync(covers))("the landing page's cover %s equals the cover in the EPUB", (file) => {
  const book = readFileSync(path.join(projectRoot, "packages/demo-library/epub", file.replace(/\.svg$/, ".epub")));
  const { "EPUB/images/cover.svg": cover } = unzipSync(book, { filter: ({ name }) => name.endsWith("/cover.svg") });
  expect(readFileSync(path.join(covers, file), "utf8") === Buffer.from(cover ?? []).toString()).toBe(true);
});
