/** Intents of the forms on a job's page, besides cancel, which has none. */
export const jobIntents = { undo: "undo" } as const;
