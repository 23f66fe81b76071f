import fc from "fast-check";

/**
 * In CI property tests use a fixed seed, so that a failure can be reproduced; elsewhere each run draws new cases. `npm
 * run test:full` draws five times as many.
 */
fc.configureGlobal({
  ...(process.env.CI ? { seed: 20_261_121 } : {}),
  ...(process.env.TEST_FULL === "1" ? { numRuns: 500 } : {}),
});
