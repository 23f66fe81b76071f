import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/project-root";

/** No two folders import each other: what both need lies below both, or in one of them. */

const prefixes: Record<string, string> = { "~/": "app/", "#server/": "server/", "#packages/": "packages/" };
const imported = /(?:\bfrom\s+|\bimport\s*\(?\s*)["']([^"']+)["']/g;

test("no two folders import each other", () => {
  const listed = execFileSync("git", ["ls-files", "app", "server"], { cwd: projectRoot, encoding: "utf8" }).split("\n");
  const files = listed.filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file) && exists(file));
  const imports = new Set<string>();
  for (const file of files) {
    for (const [, name = ""] of readFileSync(path.join(projectRoot, file), "utf8").matchAll(imported)) {
      const target = targetOf(file, name);
      if (target && folderOf(target) !== folderOf(file)) imports.add(`${folderOf(file)} > ${folderOf(target)}`);
    }
  }
  const pairs = [...imports].flatMap((each) => {
    const [one = "", other = ""] = each.split(" > ");
    return one < other && imports.has(`${other} > ${one}`) ? [`${one} <> ${other}`] : [];
  });
  expect(pairs).toEqual([]);
});

/** A service, a part of the control panel or of the reader, else the folder in `app/` or `server/`; files beside folders stand alone. */
function folderOf(file: string): string {
  const parts = path.posix.dirname(file).split("/");
  if (parts.length === 1) return file;
  const depth = /^app\/services\/\.server\//.test(file)
    ? 4
    : /^app\/(services|control-panel|reader)\//.test(file)
      ? 3
      : 2;
  return parts.slice(0, depth).join("/");
}

function targetOf(file: string, name: string): string | undefined {
  const prefix = Object.keys(prefixes).find((each) => name.startsWith(each));
  const bare = name.startsWith(".")
    ? path.posix.join(path.posix.dirname(file), name)
    : prefix && prefixes[prefix] + name.slice(prefix.length);
  return bare && ["", ".ts", ".tsx"].map((ending) => bare + ending).find((each) => /\.\w+$/.test(each) && exists(each));
}

function exists(file: string): boolean {
  return existsSync(path.join(projectRoot, file));
}
