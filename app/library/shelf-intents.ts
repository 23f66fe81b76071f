/** Intents of the shelf's forms. */
export const shelfIntents = { remove: "remove", putBack: "put-back" } as const;

/** Intents of the forms on a book's page. */
export const placeIntents = { put: "put", take: "take" } as const;
