import type { Import, ImportAction } from "~/services/contracts/import-entity";

/** Intents of the forms of one import. */
export const importIntents = {
  refresh: "refresh",
  sheets: "sheets",
  choose: "choose",
  chooseRest: "choose-rest",
  chooseGroups: "choose-groups",
  chooseRestGroups: "choose-rest-groups",
  start: "start",
  cancel: "cancel",
  undo: "undo",
} as const;

/** Confirmations that the import page requests before an action. */
export const importQuestions = ["undo", "passwords", "sheets"] as const;
export type ImportQuestion = (typeof importQuestions)[number];

export function isOfferedByImport({ actions }: Pick<Import, "actions">, action: ImportAction): boolean {
  return actions.some(({ id, active }) => id === action && active);
}

/** Whether the corrected workbook lacks passwords of the uploaded file, before and after the import. */
export function hasPasswordsToRetype({ hasPasswords, passwords }: Pick<Import, "hasPasswords" | "passwords">): boolean {
  return hasPasswords || passwords === "file";
}

/** Whether a background step is running, so that the page polls. */
export function isImportAtWork({ state }: Pick<Import, "state">): boolean {
  return state === "reading" || state === "importing" || state === "undoing";
}

/** Whether an import has ended without importing anybody, e.g. since another one had changed everybody of its file. */
export function hasImportedNobody({ state, results }: Pick<Import, "state" | "results">): boolean {
  return state === "imported" && results.created + results.changed + results.returned + results.deactivated === 0;
}

/** Name of the field with the decision on an ambiguous row. */
export function choiceField(place: number): string {
  return `choice-${place}`;
}

export function placeOfChoice(field: string): number | null {
  const match = /^choice-(\d{1,9})$/.exec(field);
  return match ? Number(match[1]) : null;
}

const groupFieldStart = "group-";

/**
 * Name of the field with the decision on a class that may exist. The class's name is encoded, since dots and brackets in field names mean
 * nested fields: `1.A` would be lost.
 */
export function groupField(key: string): string {
  return groupFieldStart + encodeURIComponent(key).replaceAll(".", "%2E");
}

export function keyOfGroupField(field: string): string | null {
  if (!field.startsWith(groupFieldStart)) return null;
  try {
    return decodeURIComponent(field.slice(groupFieldStart.length));
  } catch {
    return null;
  }
}
