import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { hostileWorkbooks } from "#tests/support/hostile-workbooks";
import { temporaryFolder } from "#tests/support/temporary-folder";

/** Each is rejected within a second and 100 MB, with a problem code that the UI has a text for. docs/security.md, line 24. */

const run = promisify(execFile);
let folder: string;
let program: string;

beforeAll(async () => {
  folder = await temporaryFolder("hostile");
  program = join(folder, "measure-reading.mjs");
  await build({
    entryPoints: ["tests/support/measure-reading.ts"],
    outfile: program,
    bundle: true,
    format: "esm",
    platform: "node",
    alias: { "~": resolve("app") },
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
});

test.each(hostileWorkbooks)("$name is rejected as $problem", async ({ name, problem, make }) => {
  const path = join(folder, `${name.replaceAll(" ", "-")}.xlsx`);
  await writeFile(path, make());
  const { stdout } = await run(process.execPath, [program, path]);
  const { outcome, ms, megabytes } = JSON.parse(stdout);
  expect(outcome.code).toBe(problem);
  expect(ms).toBeLessThan(1_000);
  expect(megabytes).toBeLessThan(100);
});
