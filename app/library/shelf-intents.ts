/** What the shelf's forms do. */
export const shelfIntents = { remove: "remove", putBack: "put-back" } as const;

/** What the forms of a book's page do. */
export const placeIntents = { put: "put", take: "take" } as const;
