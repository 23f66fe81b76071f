import { useTranslation } from "react-i18next";
import type { BookUpload } from "~/services/contracts/book-catalogue";

/** Notes that are shown before the rest is folded away. */
const shownAtOnce = 5;

/** What was repaired in an uploaded book or left out of it, with file and line. */
export function UploadNotes({ notes }: Pick<BookUpload, "notes">) {
  const { t } = useTranslation("books");
  if (notes.length === 0) return null;
  const rest = notes.slice(shownAtOnce);
  return (
    <div className="mt-2 text-14">
      <p className="font-semibold">{t("notes.title")}</p>
      <NoteList notes={notes.slice(0, shownAtOnce)} />
      {rest.length > 0 && (
        <details className="mt-1">
          <summary>{t("notes.more", { count: rest.length })}</summary>
          <NoteList notes={rest} />
        </details>
      )}
    </div>
  );
}

function NoteList({ notes }: Pick<BookUpload, "notes">) {
  const { t } = useTranslation("books");
  return (
    <ul className="list-disc space-y-1 ps-5">
      {notes.map(({ kind, path, line, detail }) => (
        <li key={JSON.stringify([kind, path, line, detail])} className="wrap-anywhere">
          {line !== null && <span className="font-semibold">{t("notes.place", { path, line })} </span>}
          {t(`notes.${kind}`, { path, detail: detail ?? "–" })}
        </li>
      ))}
    </ul>
  );
}
