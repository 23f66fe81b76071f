import type { Choices } from "~/control-panel/forms/choices";
import type { FormResult } from "~/forms/form-result";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { personIntents } from "./person-intents";
import type { PersonFormData } from "./person-page.server";
import type { FormField } from "./person-sections";

/** Cards with forms beside the person's own, by element id. */
export type PersonCard = "places" | "relatives" | "sign-in";

const cards: Readonly<Record<string, PersonCard>> = {
  [personIntents.places]: "places",
  [personIntents.joinPlace]: "places",
  [personIntents.leavePlace]: "places",
  [personIntents.addRelative]: "relatives",
  [personIntents.removeRelative]: "relatives",
  [personIntents.issueBadge]: "sign-in",
  [personIntents.issuePictures]: "sign-in",
};

/** Action result of a person's page: a form's result, or credentials that are shown only once. */
export type PersonResult = Partial<FormResult<FormField>> & {
  password?: string;
  /** URL of the login page, for printing with a new password or badge. */
  loginAddress?: string;
  /** Search results, by field name. */
  choices?: Record<string, Choices>;
  /** Classes of the school chosen for a new pupil. */
  classes?: PersonFormData["classes"];
  /** A new person with their credentials. */
  made?: CreatedPerson;
  /** A new QR badge: its URL, and its code for typing. */
  badge?: { address: string; letters: string };
  /** Picture names of a new picture code, in order. */
  pictures?: string[];
};

export type CreatedPerson = {
  id: string;
  kind: PersonKind;
  name: string;
  username: string;
  /** Class and school. */
  place: string;
  loginAddress: string;
  /** Whether they could be added to the chosen class. */
  isPlaced: boolean;
  password?: string;
  badge?: { address: string; letters: string };
};

/** Card of a refused form with the untranslated reasons; null if there are none. */
export function cardErrors(result: PersonResult | undefined): { card: PersonCard; reasons: string[] } | null {
  const card = cards[result?.intent ?? ""];
  const reasons = Object.values(result?.lastResult?.error ?? {}).flatMap((each) => each ?? []);
  return card && reasons.length > 0 ? { card, reasons } : null;
}
