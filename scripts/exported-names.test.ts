import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { projectRoot } from "#server/project-root";

/** A name that is exported once means one thing, wherever it is read and searched for. */

/** Names that may be exported twice, with the reason. */
const permitted: Record<string, string> = {
  Book: "an icon, named as its library names it, and the book of the reader",
  Bookmark: "an icon, and the bookmark of the reader",
  Menu: "an icon, and the menu",
};

/** State machines export the same names (`transition`, …) and tables those of the database. Routes export what the framework asks for. */
const isExempt = (file: string) => /^app\/routes\/|\.machine\.|\/tables\.ts$|\.test\.tsx?$/.test(file);

const exported = /^export (?:async )?(?:function\*?|const|class|type|interface) ([\w$]+)/gm;

test("no two modules export the same name", () => {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "app", "server"], {
    cwd: projectRoot,
    encoding: "utf8",
  });
  const places = new Map<string, Set<string>>();
  for (const file of files.split("\n").filter((each) => /\.tsx?$/.test(each) && !isExempt(each))) {
    for (const [, name = ""] of readFileSync(`${projectRoot}/${file}`, "utf8").matchAll(exported)) {
      places.set(name, (places.get(name) ?? new Set()).add(file));
    }
  }
  const shared = [...places].filter(([, at]) => at.size > 1);
  expect(shared.filter(([name]) => !Object.hasOwn(permitted, name)).map(([name, at]) => [name, ...at])).toEqual([]);
  expect(Object.keys(permitted).filter((name) => !shared.some(([each]) => each === name))).toEqual([]);
});
