import { defineConfig } from "vitest/config";
import { shared } from "./vitest.config";

/** Tests of the server process: two files at a time, each with servers, ports and data folders of its own. */
export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    include: ["tests/process/**/*.test.ts"],
    globalSetup: ["./tests/support/database-template.ts", "./tests/support/product-build.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
