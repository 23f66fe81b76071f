import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: {
      "~": fileURLToPath(new URL("./app", import.meta.url)),
      "#server": fileURLToPath(new URL("./server", import.meta.url)),
      "#tests": fileURLToPath(new URL("./tests", import.meta.url)),
    },
  },
  test: {
    // epubjs is declared as CommonJS but contains ES modules, which Node cannot load.
    server: { deps: { inline: ["epubjs"] } },
    include: [
      "{app,server,scripts,content,tests/support,tests/matrix,tests/panel,tests/conformance,tests/load}/**/*.test.{ts,tsx}",
    ],
    exclude: ["**/node_modules/**", "build/**", ".data/**", ".cache/**"],
    globalSetup: ["./tests/support/database-template.ts"],
    setupFiles: ["./tests/support/fail-on-console-error.ts", "./tests/support/property-seed.ts"],
    pool: "forks",
    // The default is one worker fewer than cores: on two cores, one would stay idle.
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
