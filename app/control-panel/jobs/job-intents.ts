/** What the forms of a job's page do, beside stopping it. */
export const jobIntents = { undo: "undo" } as const;
