/** What the forms of a book's page in the catalogue do. */
export const bookIntents = { save: "save", withdraw: "withdraw", bringBack: "bringBack" } as const;
