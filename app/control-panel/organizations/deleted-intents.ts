/** Intents of the forms on the page of deleted people and groups. */
export const deletedIntents = {
  restorePerson: "restore-person",
  restorePeople: "restore-people",
  restoreGroup: "restore-group",
} as const;
