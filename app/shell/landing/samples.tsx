import { useTranslation } from "react-i18next";
import type { ShelfBook } from "~/services/contracts/library";
import { Icon } from "~/ui/icon";
import { BookOpen } from "~/ui/icons";

/** What the front page shows of a sample book. */
export type SampleCard = Pick<
  ShelfBook,
  "id" | "title" | "language" | "audioLanguages" | "ageFrom" | "ageTo" | "coverUrl"
>;

/** Whole books that visitors may open. Each link is a document of its own: the reader needs script, this page has none. */
export function Samples({ books }: { books: readonly SampleCard[] }) {
  const { t, i18n } = useTranslation("landing");
  if (books.length === 0) return null;
  const names = new Intl.DisplayNames([i18n.language], { type: "language" });
  const list = new Intl.ListFormat(i18n.language, { type: "conjunction" });
  const aloud = ({ audioLanguages }: SampleCard) =>
    audioLanguages.length > 0
      ? t("samples.aloud", { languages: list.format(audioLanguages.map((code) => names.of(code) ?? code)) })
      : t("samples.silent");
  return (
    <section className="mx-auto max-w-[86rem] px-4 py-12 md:px-8" aria-labelledby="samples-title">
      <h2 id="samples-title" className="text-28">
        {t("samples.title")}
      </h2>
      <p className="mt-2 max-w-[60ch] text-18 text-ink-soft">{t("samples.text")}</p>
      <ul className="mt-6 grid gap-4 sm:grid-cols-2">
        {books.map((book) => (
          <li key={book.id}>
            <a
              href={`/try/${encodeURIComponent(book.id)}`}
              className="flex h-full items-center gap-4 rounded-card border border-line bg-raised p-4 shadow-low transition hover:border-primary hover:shadow-high sm:gap-6"
            >
              {book.coverUrl && (
                <img
                  src={book.coverUrl}
                  alt=""
                  width={120}
                  height={160}
                  loading="lazy"
                  className="h-32 w-24 shrink-0 rounded-cover object-cover shadow-cover sm:h-40 sm:w-30"
                />
              )}
              <span className="flex min-w-0 flex-col gap-1">
                <span className="font-bold text-18" lang={book.language} dir="auto">
                  {book.title}
                </span>
                {book.ageFrom !== null && book.ageTo !== null && (
                  <span className="text-ink-soft">{t("samples.ages", { from: book.ageFrom, to: book.ageTo })}</span>
                )}
                <span className="text-ink-soft">{aloud(book)}</span>
                <span className="mt-2 inline-flex items-center gap-2 font-semibold text-primary">
                  <Icon of={BookOpen} />
                  {t("samples.open")}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
