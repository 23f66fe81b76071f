/** What the forms of a shelf's page do. */
export const shelfIntents = { put: "put", take: "take" } as const;
