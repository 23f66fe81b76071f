/** Why a code was not accepted, by translation key. */
export const joinProblems = ["missing", "unknown", "too_many", "failed"] as const;
export type JoinProblem = (typeof joinProblems)[number];
