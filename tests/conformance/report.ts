import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { HighlightError, RateError } from "./statistics";

/** The result of one book. docs/product/choices.md#running. */
export type Line = {
  file: string;
  opened: boolean;
  firstPage: boolean;
  highlight: (HighlightError & { rates: RateError[] }) | null;
  result: "pass" | "fail" | "look";
  reason: string;
};

export function formatLine(line: Line): string {
  const { highlight } = line;
  const light = highlight
    ? ` | highlight p50 ${highlight.p50}, p95 ${highlight.p95}, max ${highlight.max} ms, never highlighted ${highlight.never} (${highlight.rates.map((rate) => `x${rate.rate}: ${rate.p95}`).join(", ")})`
    : "";
  const opened = line.opened ? "opened" : "not opened";
  const page = line.firstPage ? "first page shown" : "no first page";
  return `${line.result.padEnd(4)} ${line.file} | ${opened} | ${page}${light} | ${line.reason}`;
}

export function formatSum(lines: readonly Line[]): string {
  const count = (result: Line["result"]) => lines.filter((line) => line.result === result).length;
  return `${lines.length} books: ${count("pass")} pass, ${count("fail")} fail, ${count("look")} look; ${lines.filter((line) => line.opened).length} opened, ${lines.filter((line) => line.firstPage).length} showed their first page`;
}

/** The group of a test of the W3C's suite, named as in its implementation reports. */
function groupOf(file: string): string {
  if (/^pkg-(dir|spine-progression)/.test(file)) return "direction (pkg-dir, progression)";
  if (/^pkg-spine/.test(file)) return "spine";
  const groups: Record<string, string> = {
    mol: "media overlays (mol)",
    lay: "layout (lay)",
    nav: "navigation (nav)",
    scr: "scripting (scr)",
    sec: "security (sec)",
    pub: "publication resources (pub)",
    ocf: "container (ocf)",
    cnt: "content documents (cnt)",
    css: "styles (css)",
    pkg: "package (pkg)",
    pss: "structural semantics (pss)",
  };
  return groups[file.slice(0, 3)] ?? "books";
}

/** The page `docs/conformance.md`: groups in numbers, highlights, and a line for each book that does not pass. */
export function formatDocs(sets: ReadonlyMap<string, Line[]>, levels: ReadonlyMap<string, string>): string {
  const lines = [...sets.values()].flat();
  const groups = [...new Set(lines.map((line) => groupOf(line.file)))].sort();
  const rows = groups.map((group) => {
    const own = lines.filter((line) => groupOf(line.file) === group);
    const count = (result: Line["result"]) => own.filter((line) => line.result === result).length;
    return `| ${group} | ${count("pass")}/${own.length} | ${count("fail")} | ${count("look")} |`;
  });
  const highlights = lines.flatMap(({ file, highlight }) =>
    (highlight?.rates ?? []).map(
      (rate) =>
        `| ${file} | ${rate.rate} | ${rate.clips} | ${rate.p50} | ${rate.p95} | ${rate.max} | ${rate.never} | ${rate.lateFrames} |`,
    ),
  );
  const rest = lines
    .filter((line) => line.result !== "pass")
    .map((line) => `| ${line.file} | ${levels.get(line.file) ?? ""} | ${line.result} | ${line.reason} |`);
  return `# Conformance

Written by \`npm run conformance -- DIR… --write-docs\`: every book opened in the real reader in a real browser, judged by what its own pages
say must be visible. \`look\` means that a person must judge; the reason names the picture.
Scripts of a book never run (decision 5), so a scripting test passes when nothing runs and the page's own fallback shows.

${formatSum(lines)}.

| group | passed | failed | to look at |
| --- | --- | --- | --- |
${rows.join("\n")}

## Highlight against the sound

Instrument: the page's real media element clock, read on the animation frame that paints the highlight, minus the clip's true begin;
absolute milliseconds of the media clock. Each clip follows the one before without a pause. Late frames are clips whose frame came
more than 27 ms after the one before; that delay of the machine is subtracted before a result is judged.

| book | rate | clips | p50 | p95 | max | never highlighted | late frames |
| --- | --- | --- | --- | --- | --- | --- | --- |
${highlights.join("\n")}

## What does not pass

${rest.length === 0 ? "Nothing." : `| book | level | result | reason |\n| --- | --- | --- | --- |\n${rest.join("\n")}`}
`;
}

/** Levels (must, should, may) of tests, if there is a table beside the folder. */
export async function readLevels(folders: readonly string[]): Promise<Map<string, string>> {
  const levels = new Map<string, string>();
  for (const folder of folders) {
    const table = await readFile(join(dirname(folder), "w3c-tests.tsv"), "utf8").catch(() => "");
    for (const row of table.split("\n")) {
      const [file = "", level = ""] = row.split("\t");
      levels.set(file, level);
    }
  }
  return levels;
}

export async function writeJson(file: string, lines: readonly Line[]): Promise<void> {
  await writeFile(file, `${JSON.stringify(lines, null, 2)}\n`);
}
