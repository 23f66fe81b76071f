/** Intents of the forms on a job's page. */
export const jobIntents = { cancel: "cancel", undo: "undo" } as const;
