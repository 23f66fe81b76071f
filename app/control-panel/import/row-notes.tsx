import { useTranslation } from "react-i18next";
import type { ImportRow, RowNote } from "~/services/contracts/import-rows";
import { useColumnName } from "./import-parts";

/** Cells of a row that may not hold what somebody entered, and values of merged cells. */
export function RowNotes({ row }: { row: ImportRow }) {
  const { t } = useTranslation("import");
  const columnName = useColumnName();
  const textOf = useNoteText();
  if (row.notes.length === 0) return null;
  return (
    <ul className="mt-2 space-y-1 sm:mt-3 sm:space-y-2">
      {row.notes.map((note) => (
        <li
          key={`${note.column} ${note.address} ${note.kind}`}
          className={`${note.kind === "merged" ? "border-info" : "border-warning"} border-s-4 ps-3 [&_p]:wrap-anywhere`}
        >
          <p className="text-14 text-ink-soft">
            {`${columnName(note.column)} · ${t("rows.cell", { address: note.address })}`}
          </p>
          <p>{textOf(note)}</p>
          {note.original !== null && <p className="text-14">{t("rows.value", { value: note.original })}</p>}
          {note.value !== null && (
            <p className="text-14">{t(note.original === null ? "rows.value" : "rows.readAs", { value: note.value })}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The text of a note. */
export function useNoteText(): (note: Pick<RowNote, "kind" | "range" | "entered">) => string {
  const { t } = useTranslation("import");
  return ({ kind, range, entered }) => {
    if (kind === "merged") return t("notes.merged", { range });
    if (kind === "date" && entered === null) return t("notes.anyDate");
    return t(`notes.${kind}`, { entered });
  };
}
