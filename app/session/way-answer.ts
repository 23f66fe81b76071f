/** What comes back to the form of one of the other ways in. */
export type WayAnswer = {
  /** What was typed, but for secrets. */
  typed: Record<string, string>;
  /** By field, in the product's own wording (form messages). */
  errors: Record<string, string[]>;
  problem: WayProblem | null;
};

export type WayProblem =
  | "invalid_badge"
  | "badges_off"
  | "invalid_card"
  | "too_many_attempts"
  | "no_code"
  | "unreachable"
  | "failed";
