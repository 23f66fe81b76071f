import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Cover } from "~/library/cover";
import { WeekBars } from "~/library/own-week";
import { Icon } from "~/ui/icon";
import { ArrowRight, UsersRound } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { EmptyState } from "~/ui/states";
import type { ChildBook, ChildReadingData, ChildrenData } from "./children.server";
import { ReadingFigures } from "./reading-figures";
import { Sittings } from "./sittings";

/** The children of a guardian or a family, with each one's reading of this week: in alphabetical order, without comparison. */
export function ChildrenPage({ children }: ChildrenData) {
  const { t } = useTranslation("reading");
  return (
    <>
      <PageHeader title={t("children.title")} />
      {children.length === 0 ? (
        <EmptyState title={t("children.empty")} icon={UsersRound}>
          {t("children.emptyText")}
        </EmptyState>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2">
          {children.map(({ id, name, week: { minutes, books: read, days }, books }) => (
            <li key={id}>
              <Link
                to={`/children/${id}`}
                className="group flex h-full flex-col gap-4 rounded-card border border-line bg-raised p-4 shadow-low transition hover:border-primary hover:shadow-high sm:p-6"
              >
                <span className="flex w-full items-start gap-4">
                  <span className="min-w-0 flex-1">
                    <span className="block wrap-anywhere font-bold text-22">{name}</span>
                    <span className="block text-ink-soft">
                      {minutes === 0
                        ? t("children.nothing")
                        : t("children.week", {
                            minutes: t("minutes", { count: minutes }),
                            books: t("children.books", { count: read }),
                          })}
                    </span>
                  </span>
                  <Icon of={ArrowRight} className="mt-2 text-primary transition group-hover:translate-x-1" />
                </span>
                {minutes > 0 && <WeekBars days={days} />}
                {books.length > 0 && <Books books={books} />}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The covers of the child's latest books, with their titles for screen readers. */
function Books({ books }: { books: ChildBook[] }) {
  const { t } = useTranslation("reading");
  return (
    <span className="mt-auto block w-full">
      <span className="mb-2 block text-14 text-ink-soft">{t("children.lately")}</span>
      <span className="grid grid-cols-4 items-end gap-3">
        {books.map((book) => (
          <span key={book.id} className="min-w-0">
            <Cover book={book} isNear />
            <span className="sr-only" lang={book.language}>
              {book.title}
            </span>
          </span>
        ))}
      </span>
    </span>
  );
}

/** One child's reading. */
export function ChildReadingPage({ name, days, reading }: ChildReadingData) {
  const { t } = useTranslation("reading");
  return (
    <>
      <PageHeader crumbs={[{ to: "/children", label: t("children.title") }]} title={name} />
      <ReadingFigures reading={reading} days={days}>
        <Sittings sittings={reading.sittings} />
      </ReadingFigures>
    </>
  );
}
