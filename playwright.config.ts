import { defineConfig } from "@playwright/test";
import { testBrowserOptions } from "./scripts/browser.mjs";

/** Browser tests. They address realms by host name: browsers resolve `se.localhost` and other names under `localhost` by themselves. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  globalSetup: "./tests/support/product-for-browsers.ts",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Generous, since a busy machine can be many times slower. Performance is measured elsewhere (`npm run bench`).
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: process.env.FABEL_URL,
    launchOptions: await testBrowserOptions(),
    // Recording every test took two fifths of the processor time; `npx playwright test FILE --trace on` records one file.
    trace: "off",
    screenshot: "only-on-failure",
  },
});
