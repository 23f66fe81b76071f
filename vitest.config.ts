import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { testKinds } from "./tests/support/test-kinds";

const inRoot = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const resolve = {
  alias: {
    "~": inRoot("app"),
    "#server": inRoot("server"),
    "#tests": inRoot("tests"),
    "#packages": inRoot("packages"),
  },
};

/** Options of every test file, also those of vitest.process.config.ts. */
const everyFile = {
  // epubjs is declared as CommonJS but contains ES modules, which Node cannot load.
  server: { deps: { inline: ["epubjs"] } },
  setupFiles: ["./tests/support/fail-on-console-error.ts", "./tests/support/property-seed.ts"],
  // Generous, since a busy machine can be many times slower.
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

const folders = ["matrix", "panel", "conformance", "support"].map((name) => `tests/${name}`);
const kinds = testKinds(inRoot("."), ["app", "server", "scripts", "packages", ...folders]);

function project(
  name: keyof typeof kinds,
  workers: { pool: "threads" | "forks"; isolate: boolean; restoreMocks?: boolean },
) {
  return { resolve, test: { ...everyFile, name, include: kinds[name], ...workers } } as TestProjectInlineConfiguration;
}

export const shared = { resolve, test: everyFile };

export default defineConfig({
  resolve,
  test: {
    // One PostgreSQL for all projects.
    globalSetup: ["./tests/support/database-template.ts"],
    projects: [
      project("pure", { pool: "threads", isolate: false }),
      project("services", { pool: "forks", isolate: false }),
      project("product", { pool: "forks", isolate: false, restoreMocks: true }),
      project("isolated", { pool: "forks", isolate: true }),
    ],
    // The default is one worker fewer than cores: on two cores, one would stay idle.
    maxWorkers: Math.max(2, availableParallelism()),
  },
});
