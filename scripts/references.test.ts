import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Comments and documents refer only to things that are in the repository, and documents can be read as text. */

const root = fileURLToPath(new URL("..", import.meta.url));
const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.(tsx?|mjs|cjs|js|css|md|sql|ya?ml)$/.test(file) && !/^(content|public)\//.test(file))
  .filter((file) => existsSync(path.join(root, file)) && file !== "scripts/references.test.ts");
const texts = files.map((file) => [file, readFileSync(path.join(root, file), "utf8")] as const);
const decisions = new Set(
  files.flatMap((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1] ?? []).map((number) => Number(number)),
);

/** Pages for people who work on the project; books and mails are texts of the product. */
const documents = /^(\w+|docs\/.*|packages\/[^/]+\/\w+)\.md$/;

/**
 * Migrations that were applied before their comments had to cite this repository. An applied file cannot change, since its checksum is
 * stored; a page that a migration cites keeps its name for the same reason. This list does not grow.
 */
const appliedWithOldReferences = new Set(
  ["0100", "0130", "0140", "0141", "0330", "0350", "0400", "0410", "0420", "0435", "0480"].map((number) => {
    const prefix = `app/db/.server/migrations/${number}-`;
    return files.find((file) => file.startsWith(prefix)) ?? prefix;
  }),
);

/** The anchors of a page's headings, as in a URL. */
function anchorsOf(page: string): Set<string> {
  const headings = readFileSync(path.join(root, page), "utf8").match(/^#+ .*$/gm) ?? [];
  return new Set(
    headings.map((heading) =>
      heading
        .replace(/^#+ /, "")
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, "")
        .trim()
        .replaceAll(" ", "-"),
    ),
  );
}

/** A document's text without indented blocks and spans of code, in which a link is an example. */
function withoutCode(text: string): string {
  return text.replace(/^ {4}(?! *<).*$|`[^`]*`/gm, "");
}

function cited(pattern: RegExp, isThere: (match: RegExpMatchArray) => boolean): string[] {
  return texts.flatMap(([file, text]) =>
    [...text.matchAll(pattern)].filter((match) => !isThere(match)).map((match) => `${file}: ${match[0]}`),
  );
}

test("every cited page and heading exists", () => {
  const pages = /\b(docs\/[\w/.-]+\.md|ARCHITECTURE\.md|CONTRIBUTING\.md)(#[\w-]+)?/g;
  const missing = cited(pages, ([, page = "", anchor]) => {
    if (!existsSync(path.join(root, page))) return false;
    return anchor === undefined || anchorsOf(page).has(anchor.slice(1));
  });
  expect(missing).toEqual([]);
});

test("every file named in README, ARCHITECTURE and CONTRIBUTING exists", () => {
  const pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(
    (file) => [file, readFileSync(path.join(root, file), "utf8")] as const,
  );
  const named = pages.flatMap(([file, text]) =>
    [...text.matchAll(/`((?:app|server|scripts|tests|locales|content)\/[\w./-]*)`/g)].map(([, name = ""]) => [
      file,
      name,
    ]),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(([, name = ""]) => !existsSync(path.join(root, name)))).toEqual([]);
});

test("every cited line of docs/security.md exists", () => {
  const lines = new Set(readFileSync(path.join(root, "docs/security.md"), "utf8").match(/(?<=^\*\*)\d+(?=\.\*\* )/gm));
  const citation = /docs\/security\.md`?,[\s*/]+lines?[\s*/]+(\d+(?:(?:,|,? and)[\s*/]+\d+)*)/g;
  const missing = cited(citation, ([, numbers = ""]) => (numbers.match(/\d+/g) ?? []).every((line) => lines.has(line)));
  expect(missing).toEqual([]);
});

test("every link of a document to a file of the repository leads to one", () => {
  const links = texts
    .filter(([file]) => documents.test(file))
    .flatMap(([file, text]) =>
      [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
        (link) => [file, link[1] ?? link[2] ?? ""] as const,
      ),
    )
    .filter(([, target]) => !/^(https?:|#)/.test(target));
  const missing = links.filter(([file, target]) => {
    const [page = "", anchor] = path.join(path.dirname(file), target).split("#");
    return !existsSync(path.join(root, page)) || (anchor !== undefined && !anchorsOf(page).has(anchor));
  });
  expect(links.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

test("no table of a document is wider than 140 characters", () => {
  const wide = texts
    .filter(([file]) => documents.test(file))
    .flatMap(([file, text]) => text.split("\n").map((line, index) => ({ place: `${file}:${index + 1}`, line })))
    .filter(({ line }) => /^\s*\|/.test(line) && line.length > 140);
  expect(wide.map(({ place }) => place)).toEqual([]);
});

test("every cited decision number exists", () => {
  expect(cited(/\b[Dd]ecisions? (\d+)/g, ([, number]) => decisions.has(Number(number)))).toEqual([]);
});

test("each decision has a unique number and is listed in the index", () => {
  const index = readFileSync(path.join(root, "docs/decisions/README.md"), "utf8");
  const named = files.filter((file) => /^docs\/decisions\/\d/.test(file)).map((file) => path.basename(file));
  expect(decisions.size).toBe(named.length);
  expect(named.filter((name) => !index.includes(`(${name})`))).toEqual([]);
});

test("no file cites specifications, rulings or issues outside the repository, except migrations applied before", () => {
  const outside = /\b([Ss]pec [123]\b|[Rr]ulings?\b|[Ii]ssue \d+|[Dd]esign, section|goals\.md|design\.md)/g;
  const citations = cited(outside, () => false);
  expect(citations.filter((line) => !appliedWithOldReferences.has(line.replace(/: .*/, "")))).toEqual([]);
});
