import { personIntents } from "./person-intents";

/** Acts on a person that cannot be undone, each asked for once on a page of its own. */
export const confirmedActs = {
  "new-password": { intent: personIntents.resetPassword, permissions: ["EditPassword", "MailPassword"] },
  "void-badge": { intent: personIntents.voidBadge, permissions: ["EditBadge"] },
  "void-pictures": { intent: personIntents.voidPictures, permissions: ["EditPictureCode"] },
  "end-sessions": { intent: personIntents.endSessions, permissions: ["ViewLogOut"] },
} as const;
export type ConfirmedAct = keyof typeof confirmedActs;

export function isConfirmedAct(text: string | undefined): text is ConfirmedAct {
  return text !== undefined && Object.hasOwn(confirmedActs, text);
}

/** Address of the page that asks. */
export function confirmationHref(person: { id: string | null; type: string }, act: ConfirmedAct): string {
  return `/controlpanel/${person.type}/${person.id}/confirm/${act}`;
}
