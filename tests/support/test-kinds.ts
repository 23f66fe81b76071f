import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Sorts the unit tests by what they load, since a fresh process and fresh modules for each file cost more than most tests:
 * - `pure`: no database; run in threads that share their modules.
 * - `services`: a database, but not the whole product; run in processes that share their modules.
 * - `product`: the whole product; run in processes that share its modules. Each file has its own backend (`sessionScene`), so it may spy on
 *   clients: spies are restored before each test.
 * - `isolated`: a test that replaces modules, globals or environment variables.
 */
export type TestKinds = Record<"pure" | "services" | "product" | "isolated", string[]>;

const databaseModule = "tests/support/database.ts";
const productModule = "app/composition/process-backend.server.ts";
const replacesModules = /\bvi\.(?:mock|doMock|stub)|process\.env|globalThis|recordSpans|@vitest-environment/;
const replacesFunctions = /\bvi\.(?:spyOn|useFake|setSystemTime)/;

/**
 * @param root folder of the project
 * @param folders whose tests are meant, relative to it
 * @returns paths relative to the project
 */
export function testKinds(root: string, folders: readonly string[]): TestKinds {
  const imports = new Map<string, string[]>();
  const importsOf = (file: string) => {
    const known = imports.get(file) ?? readImports(root, file);
    imports.set(file, known);
    return known;
  };
  const kinds: TestKinds = { pure: [], services: [], product: [], isolated: [] };
  for (const file of folders.flatMap((folder) => testsIn(root, folder))) {
    const loaded = new Set([file]);
    for (const each of loaded) for (const imported of importsOf(each)) loaded.add(imported);
    const text = readFileSync(path.join(root, file), "utf8");
    const ofProduct = loaded.has(productModule);
    if (replacesModules.test(text) || (!ofProduct && replacesFunctions.test(text))) kinds.isolated.push(file);
    else kinds[ofProduct ? "product" : loaded.has(databaseModule) ? "services" : "pure"].push(file);
  }
  return kinds;
}

function testsIn(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, "/")))
    .sort();
}

const importedName = /(?:\bfrom\s+|\bimport\s*\(?\s*)["']([^"']+)["']/g;
const prefixes: ReadonlyArray<[prefix: string, folder: string]> = [
  ["~/", "app/"],
  ["#server/", "server/"],
  ["#tests/", "tests/"],
  ["#packages/", "packages/"],
];

/** The project's own modules that a module imports, statically or not. */
function readImports(root: string, file: string): string[] {
  const text = readFileSync(path.join(root, file), "utf8");
  return [...text.matchAll(importedName)].flatMap(([, name = ""]) => {
    const [prefix, folder] = prefixes.find(([each]) => name.startsWith(each)) ?? [];
    const target = name.startsWith(".")
      ? path.posix.join(path.posix.dirname(file), name)
      : prefix && folder && folder + name.slice(prefix.length);
    const found = target && ["", ".ts", ".tsx", ".mjs"].map((end) => target + end).find((each) => isFile(root, each));
    return found ? [found] : [];
  });
}

function isFile(root: string, file: string): boolean {
  return /\.\w+$/.test(file) && existsSync(path.join(root, file));
}
