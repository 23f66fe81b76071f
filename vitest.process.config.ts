import { defineConfig, mergeConfig } from "vitest/config";
import usual from "./vitest.config";

const { test, ...rest } = usual;

/** Tests of the server process: two files at a time, each with servers, ports and data folders of its own. */
export default mergeConfig(
  rest,
  defineConfig({
    test: {
      ...test,
      include: ["tests/process/**/*.test.ts"],
      globalSetup: ["./tests/support/database-template.ts", "./tests/support/product-build.ts"],
      maxWorkers: 2,
      testTimeout: 300_000,
      hookTimeout: 300_000,
    },
  }),
);
