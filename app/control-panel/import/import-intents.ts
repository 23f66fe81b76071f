import type { Import, ImportAction } from "~/services/contracts/imports";

/** What the forms of one import do. */
export const importIntents = {
  refresh: "refresh",
  choose: "choose",
  chooseRest: "choose-rest",
  start: "start",
  cancel: "cancel",
  undo: "undo",
} as const;

/** What the page of an import asks before it does what was wanted. */
export const importQuestions = ["undo", "passwords"] as const;
export type ImportQuestion = (typeof importQuestions)[number];

/** Of an organisation: its people may be imported. */
export const importRight = "ImportUsers";

export function isOffered({ actions }: Pick<Import, "actions">, action: ImportAction): boolean {
  return actions.some(({ id, active }) => id === action && active);
}

/** Whether rows that come back lack passwords that stood in the file: while they wait, and once they were asked for. */
export function hasPasswordsToRetype({ hasPasswords, passwords }: Pick<Import, "hasPasswords" | "passwords">): boolean {
  return hasPasswords || passwords === "file";
}

/** Whether something is going on that the page follows. */
export function isAtWork({ state }: Pick<Import, "state">): boolean {
  return state === "reading" || state === "importing" || state === "undoing";
}

/** Name of the field that decides on a likely row. */
export function choiceField(place: number): string {
  return `choice-${place}`;
}

export function placeOfChoice(field: string): number | null {
  const match = /^choice-(\d{1,9})$/.exec(field);
  return match ? Number(match[1]) : null;
}
