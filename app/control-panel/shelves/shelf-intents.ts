/** Intents of the forms on a shelf's page. */
export const shelfIntents = { put: "put", take: "take" } as const;
