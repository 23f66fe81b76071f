/** Values of class-notes.ts that the reader's code in the browser needs without the schemas. */

/** Maximum letters of the title of a set of notes. */
export const noteSetTitleLength = 100;
/** Maximum number of sets of one teacher in one book, and of notes in a set. */
export const noteSetLimit = 20;
export const notesPerSet = 500;
/** Maximum number of notes that a pupil shares. */
export const sharedNoteLimit = 500;
