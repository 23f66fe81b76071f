import type { Choices } from "~/control-panel/forms/choices";
import type { FormResult } from "~/forms/form-result";
import type { PersonKind } from "~/services/contracts/person-kinds";
import type { FormField } from "./person-form-schema";

/** What the forms of a person's page do. */
export const personIntents = {
  save: "save",
  stepUp: "stepUp",
  groups: "groups",
  places: "places",
  joinPlace: "joinPlace",
  leavePlace: "leavePlace",
  addRelative: "addRelative",
  removeRelative: "removeRelative",
  resetPassword: "resetPassword",
  endSessions: "endSessions",
  endSession: "endSession",
  issueBadge: "issueBadge",
  voidBadge: "voidBadge",
  issuePictures: "issuePictures",
  voidPictures: "voidPictures",
} as const;

/** The cards beside the person's own form, by the ids that lead to them. */
export type PersonCard = "places" | "relatives" | "sign-in";

const cards: Readonly<Record<string, PersonCard>> = {
  places: "places",
  joinPlace: "places",
  leavePlace: "places",
  addRelative: "relatives",
  removeRelative: "relatives",
  issueBadge: "sign-in",
  issuePictures: "sign-in",
};

/** What a person's page shows of an action: a form's result, or what is shown this once. */
export type PersonResult = Partial<FormResult<FormField>> & {
  password?: string;
  /** Of the login page, beside a new password or badge. */
  loginAddress?: string;
  /** What a search has found, by the field that it is chosen for. */
  choices?: Record<string, Choices>;
  /** Somebody new, with what they sign in with. */
  made?: MadePerson;
  /** A new QR badge: where it leads and its letters for typing. */
  badge?: { address: string; letters: string };
  /** The names of a new picture code's pictures, in their order. */
  pictures?: string[];
};

export type MadePerson = {
  id: string;
  kind: PersonKind;
  name: string;
  username: string;
  /** Class and school. */
  place: string;
  loginAddress: string;
  /** Whether they came into the class that was chosen. */
  isPlaced: boolean;
  password?: string;
  badge?: { address: string; letters: string };
};

/** Why a form beside the person's own was not taken, in the product's wording; null where none was. */
export function cardErrors(result: PersonResult | undefined): { card: PersonCard; reasons: string[] } | null {
  const card = cards[result?.intent ?? ""];
  const reasons = Object.values(result?.lastResult?.error ?? {}).flatMap((each) => each ?? []);
  return card && reasons.length > 0 ? { card, reasons } : null;
}
