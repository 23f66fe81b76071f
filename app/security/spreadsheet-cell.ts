/**
 * A text as a cell that no spreadsheet takes for a formula: those that begin with = + - @, a tab or a line break get an
 * apostrophe before them. docs/security.md, line 31.
 */
export function neutraliseCell(text: string): string {
  return /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/.test(text) ? `'${text}` : text;
}
