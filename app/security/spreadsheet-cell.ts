/**
 * Prevents a spreadsheet from evaluating text as a formula: text that begins with = + - @, a tab or a line break is
 * prefixed with an apostrophe. docs/security.md, line 31.
 */
export function neutraliseCell(text: string): string {
  return /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/.test(text) ? `'${text}` : text;
}
