/** Values of words.ts that the reader needs without the schemas. */

/** Maximum saved words of a reader. */
export const savedWordLimit = 2000;
/** Maximum changes in one call. */
export const savedWordChangesPerCall = 100;
