/** Bytes that a form without files may have on its way; the server takes no more. */
export const formLimit = 2 * 1024 * 1024;

/** Whether a form is more than the server takes: told before it is sent, what was written stays where it is. */
export function isTooLarge(form: HTMLFormElement): boolean {
  if (form.enctype === "multipart/form-data") return false;
  const fields = [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === "string");
  // Written out only where it can matter: a letter takes nine bytes at most.
  const letters = fields.reduce((sum, [name, text]) => sum + name.length + text.length + 2, 0);
  return letters * 9 > formLimit && new URLSearchParams(fields).toString().length > formLimit;
}
