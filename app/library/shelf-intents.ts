/** Intents of the shelf's forms. */
export const shelfIntents = { remove: "remove", putBack: "put-back" } as const;

/** Intents of the forms on a book's page. */
export const placeIntents = { put: "put", take: "take" } as const;

/** Intents of a parent's forms about a child, on a book's page and on the child's. */
export const childIntents = {
  put: "put-for-child",
  take: "take-from-child",
  withhold: "withhold",
  release: "release",
} as const;
