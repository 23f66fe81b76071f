/** What the forms of an organisation's deleted people and groups do. */
export const deletedIntents = {
  restorePerson: "restore-person",
  restorePeople: "restore-people",
  restoreGroup: "restore-group",
} as const;
