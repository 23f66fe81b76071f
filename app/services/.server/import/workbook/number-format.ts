/** Numbers and dates as the spreadsheet displays them, in a notation that does not depend on the language. */

/** One character of the integer part: a placeholder, or a fixed text between placeholders. */
type Place = { digit: "always" | "if-any" } | { text: string };

export type NumberFormat =
  | { kind: "number" }
  | { kind: "date" }
  /** The user sees an exponent. */
  | { kind: "scientific" }
  | {
      kind: "pattern";
      before: string;
      places: readonly Place[];
      decimals: number;
      after: string;
      isPercent: boolean;
      /** Whether a zero is displayed as an empty cell. */
      hidesZero: boolean;
    };

export const plainNumber: NumberFormat = { kind: "number" };

type Token = Place | "point" | "scale" | "percent" | "general";

/** `General` as some programs write it in their own language. */
const generalName = /^(?:general|standard|standaard|allmänt|yleinen)/i;

/** @param code a workbook's number format, `yyyy-mm-dd` or `000000-0000`; null for the general one */
export function numberFormatOf(code: string | null): NumberFormat {
  if (code === null) return plainNumber;
  const sections = sectionsOf(code);
  const tokens = tokensOf(sections[0] ?? "");
  if (typeof tokens === "string") return tokens === "number" ? plainNumber : { kind: tokens };
  const isGeneral = tokens.includes("general");
  const isDigit = (token: Token | undefined) => typeof token === "object" && "digit" in token;
  const first = tokens.findIndex((token) => isDigit(token) || token === "general");
  // A format without digits displays a fixed text whatever the number, and one that scales displays another number.
  if (first < 0 || tokens.includes("scale")) return plainNumber;
  const last = tokens.findLastIndex((token) => isDigit(token) || token === "general");
  const point = tokens.indexOf("point");
  const whole = tokens.slice(first, point >= first && point < last ? point : last + 1);
  const format = {
    kind: "pattern" as const,
    before: textOf(tokens.slice(0, first)).trimStart(),
    places: whole.filter((token): token is Place => typeof token === "object"),
    decimals: isGeneral ? -1 : point < 0 ? 0 : tokens.slice(point).filter(isDigit).length,
    after: textOf(tokens.slice(last + 1)).trimEnd(),
    isPercent: tokens.includes("percent"),
    hidesZero: sections.length > 2 && sections[2]?.trim() === "",
  };
  const isPlain = isGeneral && format.before === "" && format.after === "" && !format.hidesZero;
  return isPlain ? plainNumber : format;
}

/** Splits a format at the semicolons that separate positive numbers, negative ones, zero and texts. */
function sectionsOf(code: string): string[] {
  const sections = [""];
  for (const [part] of code.matchAll(/"[^"]*"|\\.|\[[^\]]*\]|[\s\S]/g)) {
    if (part === ";") sections.push("");
    else sections[sections.length - 1] += part;
  }
  return sections;
}

/** The parts of a section, or the kind of format if it does not display digits. */
function tokensOf(section: string): Token[] | "date" | "scientific" | "number" {
  const tokens: Token[] = [];
  let rest = section;
  const take = (length: number) => {
    const part = rest.slice(0, length);
    rest = rest.slice(length);
    return part;
  };
  while (rest !== "") {
    const quoted = /^"([^"]*)"?|^\\([\s\S])/.exec(rest);
    const bracket = /^\[([^\]]*)\]/.exec(rest);
    const general = generalName.exec(rest);
    if (quoted) {
      take(quoted[0].length);
      tokens.push(...[...(quoted[1] ?? quoted[2] ?? "")].map((text) => ({ text })));
    } else if (bracket) {
      take(bracket[0].length);
      if (/^(?:h+|m+|s+)$/i.test(bracket[1] ?? "")) return "date";
      // A currency: [$kr-41D].
      const [, currency = ""] = /^\$([^-]*)/.exec(bracket[1] ?? "") ?? [];
      tokens.push(...[...currency].map((text) => ({ text })));
    } else if (general) {
      take(general[0].length);
      tokens.push("general");
    } else if (/^[_*]/.test(rest)) take(2);
    else if (/^E[+-]/i.test(rest)) return "scientific";
    else {
      const character = take(1);
      if (/[ymdhs]/i.test(character)) return "date";
      if (character === "@") return "number";
      // Fractions: 0.5 is displayed as 1/2.
      if (character === "/" && /^[?#0\d]/.test(rest)) return "number";
      if (character === "0") tokens.push({ digit: "always" });
      else if (character === "#" || character === "?") tokens.push({ digit: "if-any" });
      else if (character === ".") tokens.push("point");
      else if (character === "%") tokens.push("percent", { text: "%" });
      // Separators of thousands are left out; a comma behind the digits divides by a thousand.
      else if (character === ",") tokens.push(...(/^[#0?]/.test(rest) ? [] : ["scale" as const]));
      else tokens.push({ text: character });
    }
  }
  return tokens;
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map((token) => (typeof token === "object" && "text" in token ? token.text : "")).join("");
}

/** Whole numbers that a file stores as they are displayed. */
export const plainInteger = /^(0|-?[1-9]\d{0,14})$/;

/** @param text the value as stored in the file */
export function numberText(text: string, format: NumberFormat, countsFrom1904: boolean): string {
  if (format.kind === "number" && plainInteger.test(text)) return text;
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number)) return text;
  if (format.kind === "date") return dateText(number, countsFrom1904) ?? plainText(number);
  return format.kind === "pattern" ? patternText(number, format) : plainText(number);
}

/** What a spreadsheet may have done to the text that somebody entered; null for a number as it was entered. */
export function numberChange(
  text: string,
  format: NumberFormat,
  countsFrom1904: boolean,
): "date" | "digits" | "scientific" | null {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number)) return null;
  if (format.kind === "date") return dateText(number, countsFrom1904) === null ? null : "date";
  // Spreadsheets store 15 digits; the others became zeros when the number was entered.
  if (Math.abs(number) >= 1e15) return "digits";
  return format.kind === "scientific" ? "scientific" : null;
}

/** Rounds to 15 digits, as spreadsheets do: 0.1 + 0.2 is 0.3. */
function plainText(number: number): string {
  return String(Number(number.toPrecision(15)));
}

function patternText(number: number, format: Extract<NumberFormat, { kind: "pattern" }>): string {
  if (number === 0 && format.hidesZero) return "";
  const size = Math.abs(format.isPercent ? number * 100 : number);
  if (size >= 1e21) return plainText(number);
  const shown = format.decimals < 0 ? plainText(size) : String(Number(size.toFixed(format.decimals)));
  const [whole = "", fraction] = shown.split(".");
  const sign = number < 0 ? "-" : "";
  const digits = format.decimals < 0 ? whole : placed(whole, format.places);
  return `${sign}${format.before}${digits}${fraction === undefined ? "" : `.${fraction}`}${format.after}`;
}

/** Puts digits into their places, from the right; surplus digits go before the first place. */
function placed(digits: string, places: readonly Place[]): string {
  let text = "";
  let left = digits.length;
  const placesLeft = places.filter((place) => "digit" in place).length;
  const always = places.findIndex((place) => "digit" in place && place.digit === "always");
  let place = placesLeft;
  for (let index = places.length - 1; index >= 0; index -= 1) {
    const current = places[index];
    if (current === undefined) continue;
    if ("text" in current) {
      // No dash before the first digit.
      if (left > 0 || (always >= 0 && always < index)) text = current.text + text;
      continue;
    }
    place -= 1;
    const isFirst = place === 0;
    if (left > 0) {
      const from = isFirst ? 0 : left - 1;
      text = digits.slice(from, left) + text;
      left = from;
    } else if (current.digit === "always") text = `0${text}`;
  }
  return text;
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
