/** What the forms of an organisation's deleted people and groups do. */
export const deletedIntents = { restorePerson: "restore-person", restoreGroup: "restore-group" } as const;
