/** Intents of the forms on a book's catalogue page. */
export const bookIntents = { save: "save", withdraw: "withdraw", bringBack: "bringBack" } as const;
