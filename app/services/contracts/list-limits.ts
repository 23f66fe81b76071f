/** Number of the last page reachable by page number; later rows need a cursor. */
export const deepestPage = 1000;
