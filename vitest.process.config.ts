import { defineConfig, mergeConfig } from "vitest/config";
import usual from "./vitest.config";

const { test, ...rest } = usual;

/** Tests of the process itself: one file at a time, each on products that it starts and stops. */
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
