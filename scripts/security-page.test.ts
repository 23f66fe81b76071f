import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** docs/security.md promises a test for each line; a file that was moved or removed breaks the promise. */

const root = fileURLToPath(new URL("..", import.meta.url));
const rows = [...readFileSync(path.join(root, "docs/security.md"), "utf8").matchAll(/^\| (\d+) \|(.*)$/gm)];

test.each(rows.map((row) => [row[1], row[2] ?? ""]))("line %s names tests that are there", (_line, row) => {
  const files = [...row.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map((match) => String(match[1]));
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
