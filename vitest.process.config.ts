import { defineConfig, mergeConfig } from "vitest/config";
import usual from "./vitest.config";

const { test, ...rest } = usual;

/** Tests of the server process: one file at a time, since each starts and stops its own servers. */
export default mergeConfig(
  rest,
  defineConfig({
    test: {
      ...test,
      include: ["tests/process/**/*.test.ts"],
      globalSetup: ["./tests/support/database-template.ts", "./tests/support/product-build.ts"],
      fileParallelism: false,
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  }),
);
