import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";
import { ArrowRight, UsersRound } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { EmptyState } from "~/ui/states";
import type { ChildReadingData, ChildrenData } from "./children.server";
import { ReadingFigures } from "./reading-figures";
import { Sittings } from "./sittings";

/** The children of a guardian or a family, with what each has read this week: from A to Z, compared with nobody. */
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
          {children.map(({ id, name, minutes, books }) => (
            <li key={id}>
              <Link
                to={`/children/${id}`}
                className="group flex h-full items-center gap-4 rounded-card border border-line bg-raised p-4 shadow-low transition hover:border-primary hover:shadow-high sm:p-6"
              >
                <span className="min-w-0 flex-1">
                  <span className="block wrap-anywhere font-bold text-22">{name}</span>
                  <span className="block text-ink-soft">
                    {minutes === 0
                      ? t("children.nothing")
                      : t("children.week", {
                          minutes: t("minutes", { count: minutes }),
                          books: t("children.books", { count: books }),
                        })}
                  </span>
                </span>
                <Icon of={ArrowRight} className="text-primary transition group-hover:translate-x-1" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What one child has read. */
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
