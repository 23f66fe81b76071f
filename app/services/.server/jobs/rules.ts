import { neutraliseCell } from "~/security/spreadsheet-cell";

/** Pure functions of jobs. */

/** One line of a CSV file (RFC 4180), each cell neutralised. */
export function csvLine(cells: readonly string[], separator: "," | ";"): string {
  return `${cells.map(csvCell).join(separator)}\r\n`;
}

function csvCell(text: string): string {
  const safe = neutraliseCell(text);
  return /[";,\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A file name that is valid on every file system: letters of all scripts are kept, reserved characters become spaces. */
export function safeFileName(name: string): string {
  const plain = [...name.normalize("NFC")]
    .map((letter) => (/[\p{Cc}\p{Cf}<>:"/\\|?*]/u.test(letter) ? " " : letter))
    .join("");
  return (
    plain
      .replace(/\s+/g, " ")
      .replace(/^[. ]+|[. ]+$/g, "")
      .slice(0, 80) || "fabel"
  );
}
