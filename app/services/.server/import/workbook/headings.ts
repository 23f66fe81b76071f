import { locales } from "~/realms/realm";
import { columnOfHeading, type ImportColumnId } from "~/services/contracts/import-columns";
import { foldedWord } from "~/services/contracts/import-words";
import { templateTexts } from "./template-texts";

/** Column positions in a sheet, grouped by kind, because a file may have both a class and a group column. */
export type SheetColumns = {
  columns: { id: ImportColumnId; at: number[] }[];
  /** Headings that match no column, and repeated ones. */
  ignored: string[];
  /** Whether it has a column of reasons, as our workbooks of rows to correct. */
  hasReasons: boolean;
};

/** Columns that identify a person: a row needs at least one. */
const identifying: ReadonlySet<ImportColumnId> = new Set([
  "uid",
  "externalId",
  "username",
  "name",
  "firstName",
  "lastName",
  "email",
]);

const reasonHeadings = new Set(locales.map((locale) => foldedWord(templateTexts(locale).reason)));

/**
 * The columns of a heading row; null if it is not one: titles and merged cells above the headings match at most one column.
 * @param texts by column index
 */
export function sheetColumnsOf(texts: ReadonlyMap<number, string>): SheetColumns | null {
  const columns = new Map<ImportColumnId, number[]>();
  const ignored: string[] = [];
  const byColumn = [...texts].sort(([a], [b]) => a - b);
  const surnames = surnameHeading(byColumn.map(([, text]) => text));
  for (const [at, text] of byColumn) {
    const id = surnames !== null && foldedWord(text) === surnames ? "lastName" : columnOfHeading(text);
    const before = id && columns.get(id);
    if (id && (!before || id === "groups")) columns.set(id, [...(before ?? []), at]);
    // The reasons column of a corrected workbook is for people to read, so it is not reported.
    else if (!reasonHeadings.has(foldedWord(text))) ignored.push(text);
  }
  if (columns.size < 2 || ![...columns.keys()].some((id) => identifying.has(id))) return null;
  const hasReasons = byColumn.some(([, text]) => reasonHeadings.has(foldedWord(text)));
  return { columns: [...columns].map(([id, at]) => ({ id, at })), ignored, hasReasons };
}

/** `Name` and `Nom` mean the last name if the first name has a column and the last name has none. */
const surnamesBesides: Record<string, string> = { vorname: "name", prenom: "nom", voornaam: "naam" };

function surnameHeading(texts: readonly string[]): string | null {
  if (texts.some((text) => columnOfHeading(text) === "lastName")) return null;
  return texts.map((text) => surnamesBesides[foldedWord(text)]).find((word) => word !== undefined) ?? null;
}
