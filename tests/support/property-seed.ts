import fc from "fast-check";

/**
 * In CI property tests draw the same cases each time, so that a failure can be found again; elsewhere each run draws new ones.
 * `npm run test:full` draws five times as many.
 */
fc.configureGlobal({
  ...(process.env.CI ? { seed: 20_261_121 } : {}),
  ...(process.env.TEST_FULL === "1" ? { numRuns: 500 } : {}),
});
