import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { hostileRosters, rostersWithBadRows } from "#tests/support/hostile-rosters";
import { missingValues } from "#tests/support/roster-texts";
import { temporaryFolder } from "#tests/support/temporary-folder";

/**
 * Each archive is rejected, or read without its bad row, within a second and 100 MB, with a fault code that the UI has a text for.
 * docs/security.md, line 24.
 */

const run = promisify(execFile);
let folder: string;
let program: string;

beforeAll(async () => {
  folder = await temporaryFolder("hostile");
  program = join(folder, "measure-roster.mjs");
  await build({
    entryPoints: ["tests/support/measure-roster.ts"],
    outfile: program,
    bundle: true,
    format: "esm",
    platform: "node",
    alias: { "~": resolve("app") },
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
});

async function measure(name: string, archive: Uint8Array) {
  const path = join(folder, `${name.replaceAll(" ", "-")}.zip`);
  await writeFile(path, archive);
  const { stdout } = await run(process.execPath, [program, path]);
  const { outcome, ms, megabytes } = JSON.parse(stdout);
  expect(ms).toBeLessThan(1_000);
  expect(megabytes).toBeLessThan(100);
  return outcome;
}

test.each(hostileRosters)("$name is rejected as $fault", async ({ name, fault, file, make }) => {
  const outcome = await measure(name, make());
  expect(outcome.code).toBe(fault);
  expect(missingValues("fault", outcome)).toEqual([]);
  if (file !== undefined) expect(outcome.values.file).toBe(file);
});

test.each(rostersWithBadRows)("$name is one row refused as $fault", async ({ name, fault, file, line, make }) => {
  const { refused, people, code } = await measure(name, make());
  expect(code).toBeUndefined();
  expect(refused[0]).toMatchObject({ code: fault, values: { file, line } });
  expect(missingValues("fault", refused[0])).toEqual([]);
  // A delta without any status says of nobody whether they changed.
  expect(people).toBe(fault === "no_status_in_delta" ? 0 : file === "orgs.csv" ? 5 : 9);
});
