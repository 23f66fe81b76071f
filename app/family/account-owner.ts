/** Value of the 'Who is reading?' form for the account's owner. */
export const accountOwner = "me";
