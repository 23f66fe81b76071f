/** Intents of the forms on a shelf's page. */
export const ownerShelfIntents = { put: "put", take: "take" } as const;
