import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { hostileRosters } from "#tests/support/hostile-rosters";
import { missingValues } from "#tests/support/roster-texts";
import { temporaryFolder } from "#tests/support/temporary-folder";

/** Each is rejected within a second and 100 MB, with a fault code that the UI has a text for. docs/security.md, line 24. */

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

test.each(hostileRosters)("$name is rejected as $fault", async ({ name, fault, file, make }) => {
  const path = join(folder, `${name.replaceAll(" ", "-")}.zip`);
  await writeFile(path, make());
  const { stdout } = await run(process.execPath, [program, path]);
  const { outcome, ms, megabytes } = JSON.parse(stdout);
  expect(outcome.code).toBe(fault);
  expect(missingValues("fault", outcome)).toEqual([]);
  if (file !== undefined) expect(outcome.values.file).toBe(file);
  expect(ms).toBeLessThan(1_000);
  expect(megabytes).toBeLessThan(100);
});
