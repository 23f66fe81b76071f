import { codePointName, withoutInvisible } from "~/services/contracts/typed-text";
import { workbookLimits } from "./limits";

/** The visible text of a cell, without invisible characters. */

/** Non-breaking and fixed-width spaces, as pasted from web pages and word processors. */
const unusualSpaces = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;
/** Marks of writing direction, which programs put around pasted text and which can make a name read as another one. */
const directionMarks = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const hasUnusualCharacters =
  /[\u00A0\u00AD\u2000-\u200B\u200E\u200F\u202A-\u202F\u205F\u2060\u2066-\u2069\u3000\uFEFF\r]/;
/** What `normaliseCellText` removes, and nobody sees. */
const droppedCharacters = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
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
    ? withoutInvisible(text.replace(unusualSpaces, " ").replace(directionMarks, "")).replace(/\r\n?/g, "\n").trim()
    : text.trim();
  return withoutApostrophe(plain);
}

/** A text with the characters named that nobody sees and that were left out of it: `An‹U+200B›na`; null if there are none. */
export function withNamedCharacters(text: string): string | null {
  const named = text.replace(droppedCharacters, (character) => `‹${codePointName(character)}›`);
  return named === text ? null : named.trim();
}

export function withoutApostrophe(text: string): string {
  return text.charCodeAt(0) === 39 ? text.replace(neutralised, "") : text;
}

/**
 * Whether a text is a formula that the spreadsheet shows instead of its result, as in cells formatted as text. Exports write names that begin with =
 * behind an apostrophe; in the rows to correct, that is a formula which had no result.
 */
export function isFormulaText(text: string, isOfCorrections: boolean): boolean {
  return /^\s*=\s*[^\s=]/.test(text) || (isOfCorrections && /^\s*'=/.test(text));
}

export function isTooLong(text: string): boolean {
  return text.length > workbookLimits.cellText;
}

/** Errors that spreadsheets display instead of a value, in our languages: as results of formulas, and as pasted text. */
const formulaErrors = new Set(
  [
    "NULL! DIV/0! VALUE! REF! NAME? NUM! N/A N/A! GETTING_DATA SPILL! CALC! FIELD! BLOCKED! CONNECT! BUSY! UNKNOWN! EXTERNAL! PYTHON! ERROR!",
    "WERT! BEZUG! ZAHL! NV ÜBERLAUF! KALK! FELD! BLOCKIERT! VERBINDEN!",
    "NUL! VALEUR! NOM? NOMBRE! PROPAGATION! CHAMP!",
    "LEEG! DEEL/0! WAARDE! VERW! NAAM? GETAL! N/B OVERLOOP! BEREKENEN! VELD!",
    "SKÄRNING! DIVISION/0! VÄRDEFEL! REFERENS! NAMN? OGILTIGT! SAKNAS! BERÄKNA! SPILLREF!",
    "VERDI! NAVN? TALL! I/T OVERFLYT! BEREGN!",
    "TYHJÄ! JAKO/0! ARVO! VIITTAUS! NIMI? LUKU! PUUTTUU! PUUTTUU",
  ].flatMap((words) => words.split(" ").map((word) => `#${word}`)),
);
/** LibreOffice: `Err:502`. */
const numberedError = /^(?:Err|Fel|Virhe|Feil|Fout|Fehler):\d{3}$/;

/** Whether a trimmed text is an error that a spreadsheet displays instead of a value. */
export function isFormulaError(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first === 35) return formulaErrors.has(text.toUpperCase());
  // The first letters of the words before the number: most texts begin with another one.
  return (first === 69 || first === 70 || first === 86) && numberedError.test(text);
}

const scientificNumber = /^[+-]?\d(?:[.,]\d+)?E\+\d{2,3}$/i;

/** Whether a text is a number that lost digits when a spreadsheet displayed it as `4,67E+10`, and was then saved as text. */
export function isScientificText(text: string): boolean {
  return text.length < 32 && text.includes("+") && scientificNumber.test(text);
}
