import fc from "fast-check";

/** The checks of a submission repeat themselves: what they find must be found again. A run at home draws new cases each time. */
if (process.env.CI) fc.configureGlobal({ seed: 20_261_121 });
