/** What the forms of a list's page do. */
export const listIntents = { saveView: "save-view", deleteView: "delete-view", saveColumns: "keep-columns" } as const;
