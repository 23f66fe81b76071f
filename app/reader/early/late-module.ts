/** What a hint for a module is called until the first page is shown; no browser knows it. */
export const lateModule = "late-modulepreload";
