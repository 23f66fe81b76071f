/** Intents of the forms on a list's page. */
export const listIntents = { saveView: "save-view", deleteView: "delete-view", saveColumns: "keep-columns" } as const;
