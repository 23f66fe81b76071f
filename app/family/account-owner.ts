/** What the form of 'Who is reading?' sends where the account's owner reads. */
export const accountOwner = "me";
