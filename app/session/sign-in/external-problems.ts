/** Reasons why sign-in at a provider failed, by the sign-in service's codes. */
export const externalProblems = [
  "external_unknown",
  "external_refused",
  "external_unavailable",
  "second_factor_required",
  "too_many_attempts",
] as const;
export type ExternalProblem = (typeof externalProblems)[number];
