/** Pages of a list that have a number; deeper ones are reached by a cursor. */
export const deepestPage = 1000;
