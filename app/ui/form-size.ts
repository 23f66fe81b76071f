/** Maximum size in bytes of a submitted form without files; the server's limit. */
export const formLimit = 2 * 1024 * 1024;

/** Whether a form exceeds the server's limit: checked before it is sent, so that the input is not lost. */
export function isTooLarge(form: HTMLFormElement): boolean {
  if (form.enctype === "multipart/form-data") return false;
  const fields = [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === "string");
  // Encode only if the limit could be exceeded: a character takes at most nine bytes.
  const letters = fields.reduce((sum, [name, text]) => sum + name.length + text.length + 2, 0);
  return letters * 9 > formLimit && new URLSearchParams(fields).toString().length > formLimit;
}
