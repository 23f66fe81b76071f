import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** docs/security.md names test files for each numbered requirement: they must exist. */

const root = fileURLToPath(new URL("..", import.meta.url));
const [, requirements = ""] = readFileSync(path.join(root, "docs/security.md"), "utf8").split(/^## .*$/m);
const rows = requirements
  .split(/^(?=\*\*\d+\.\*\* )/m)
  .map((text) => [/^\*\*(\d+)\./.exec(text)?.[1] ?? "", text] as const)
  .filter(([number]) => number !== "");

test("docs/security.md has its lines in order, each once, and 1 to 33 without a gap", () => {
  const lines = rows.map(([number]) => Number(number));
  expect(lines).toEqual([...new Set(lines)].sort((one, other) => one - other));
  expect(lines.slice(0, 33)).toEqual(Array.from({ length: 33 }, (_, index) => index + 1));
});

test.each(rows)("line %s names at least one test file, and every named file exists", (_line, row) => {
  const files = [...row.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map((match) => String(match[1]));
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
