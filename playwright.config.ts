import { defineConfig } from "@playwright/test";
import { browserOptions } from "./scripts/browser.mjs";

/** Browser tests. They ask for realms by host name: `se.localhost` and its like resolve in a browser by themselves. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  globalSetup: "./tests/support/product-for-browsers.ts",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Nets, not measures: a machine that others use as well takes many times as long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: process.env.FABEL_URL,
    launchOptions: await browserOptions(),
    // Recording every test took two fifths of the processor; `npx playwright test FILE --trace on` records one.
    trace: "off",
    screenshot: "only-on-failure",
  },
});
