/** Why signing in at a provider came to nothing, as the sign-in service says it. */
export const externalProblems = [
  "external_unknown",
  "external_refused",
  "external_unavailable",
  "second_factor_required",
  "too_many_attempts",
] as const;
export type ExternalProblem = (typeof externalProblems)[number];
