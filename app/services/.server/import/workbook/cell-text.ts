import { withoutInvisible } from "~/services/contracts/typed-text";
import { workbookLimits } from "./limits";

/** The visible text of a cell, without invisible characters. */

/** Non-breaking and fixed-width spaces, as pasted from web pages and word processors. */
const unusualSpaces = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;
const hasUnusualCharacters = /[\u00A0\u00AD\u2000-\u200B\u202F\u205F\u2060\u3000\uFEFF\r]/;
/** The file format's escape for a character that XML cannot hold. */
const escapedCharacter = /_x([0-9A-Fa-f]{4})_/g;
/** The apostrophe that `neutraliseCell` puts before text that a spreadsheet would read as a formula. */
const neutralised = /^'(?=[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20])/;

/** Resolves the escapes in a text from the file. */
export function unescapedText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(escapedCharacter, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Trims, replaces unusual spaces, and removes the apostrophe of an export. */
export function normaliseCellText(text: string): string {
  const plain = hasUnusualCharacters.test(text)
    ? withoutInvisible(text.replace(unusualSpaces, " ")).replace(/\r\n?/g, "\n").trim()
    : text.trim();
  return withoutApostrophe(plain);
}

export function withoutApostrophe(text: string): string {
  return text.charCodeAt(0) === 39 ? text.replace(neutralised, "") : text;
}

export function isTooLong(text: string): boolean {
  return text.length > workbookLimits.cellText;
}

/** Display format of a number. */
export type NumberFormat = { kind: "number" } | { kind: "date" } | { kind: "digits"; digits: number; mask: string };

const plainNumber: NumberFormat = { kind: "number" };

/** @param code a workbook's number format, `yyyy-mm-dd` or `000000-0000`; null for the general one */
export function numberFormatOf(code: string | null): NumberFormat {
  if (code === null) return plainNumber;
  const first = code.split(";")[0] ?? "";
  const bare = first.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "");
  const letters = bare.replace(/"[^"]*"|\\.|_.|\*./g, "");
  if (/[ymdhs]/i.test(letters) && !/general/i.test(letters)) return { kind: "date" };
  const mask = bare.replace(/"([^"]*)"|\\(.)/g, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? "");
  const digits = mask.replace(/[^0]/g, "").length;
  // Numbers with leading zeros, or with dashes at fixed positions, e.g. personal numbers and phone numbers.
  return digits > 1 && /^[0 ()-]+$/.test(mask) ? { kind: "digits", digits, mask } : plainNumber;
}

/** @param text the value as stored in the file */
export function numberText(text: string, format: NumberFormat, countsFrom1904: boolean): string {
  if (format.kind === "number" && /^(0|-?[1-9]\d{0,14})$/.test(text)) return text;
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number)) return text;
  if (format.kind === "date") return dateText(number, countsFrom1904) ?? plainText(number);
  if (format.kind === "digits" && Number.isInteger(number) && number >= 0) return masked(number, format);
  return plainText(number);
}

/** Rounds to 15 digits, as spreadsheets do: 0.1 + 0.2 is 0.3. */
function plainText(number: number): string {
  return String(Number(number.toPrecision(15)));
}

function masked(number: number, { digits, mask }: { digits: number; mask: string }): string {
  const text = String(number).padStart(digits, "0");
  const surplus = text.slice(0, text.length - digits);
  let next = surplus.length;
  let isFirst = true;
  return [...mask]
    .map((letter) => {
      if (letter !== "0") return letter;
      const digit = text[next] ?? "";
      next += 1;
      const before = isFirst ? surplus : "";
      isFirst = false;
      return before + digit;
    })
    .join("");
}

const dayMs = 86_400_000;

/** An ISO 8601 date, with the time if there is one; null for a number that is not a date. */
function dateText(serial: number, countsFrom1904: boolean): string | null {
  if (serial < 0 || serial > 2_958_466) return null;
  const minutes = Math.round((serial % 1) * 1440);
  const time = `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  const day = Math.floor(serial);
  if (day === 0 && !countsFrom1904) return time;
  // The format counts a non-existent 29 February 1900.
  const epoch = countsFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  const date = new Date(epoch + day * dayMs).toISOString().slice(0, 10);
  return minutes === 0 ? date : `${date} ${time}`;
}
