import type { SubmissionResult } from "@conform-to/react";
import type { StaleVersion } from "~/forms/stale-version";
import type { FormField } from "./person-form-schema";

/** Which of the forms beside the person's own was refused, and why in the product's wording. */
export type Refusal = { form: "places" | "relatives" | "badge"; reasons: string[] };

/** The cards of these forms, by the ids that lead to them. */
export const refusedCards: Record<Refusal["form"], string> = {
  places: "places",
  relatives: "relatives",
  badge: "sign-in",
};

/** What comes back when a form of a person's page is sent and the page is shown again. */
export type PersonActionData = {
  lastResult?: SubmissionResult<string[]>;
  /** Shown this once. */
  password?: string;
  /** A new QR badge: where it leads and its letters for typing. Shown this once. */
  badge?: { address: string; letters: string };
  refusal?: Refusal;
  /** The service could not do it. Spec 3, section 8. */
  failed?: boolean;
  /** What somebody else changed meanwhile. */
  stale?: StaleVersion<FormField>;
};
