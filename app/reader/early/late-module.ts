/** What a hint for a module is called until the first page is shown; no browser knows it. */
export const lateModule = "late-modulepreload";
/** And what the script that begins with them is called. */
export const lateScript = "late-module";
