/** What hints for files are called until the first page is shown: `late-modulepreload`, `late-preload`. No browser knows them. */
export const late = "late-";
/** And what the script that begins with the modules is called. */
export const lateScript = "late-module";
