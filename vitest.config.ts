import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: {
      "~": fileURLToPath(new URL("./app", import.meta.url)),
      "#server": fileURLToPath(new URL("./server", import.meta.url)),
    },
  },
  test: {
    include: [
      "{app,server,scripts,content,tests/support,tests/matrix,tests/conformance,tests/load}/**/*.test.{ts,tsx}",
    ],
    exclude: ["**/node_modules/**", "build/**", ".data/**", ".cache/**"],
    globalSetup: ["./tests/support/database-template.ts"],
    setupFiles: ["./tests/support/fail-on-console-error.ts", "./tests/support/property-seed.ts"],
    pool: "forks",
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
