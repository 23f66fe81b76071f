/** What the shelf's forms do. */
export const shelfIntents = { remove: "remove", putBack: "put-back" } as const;
