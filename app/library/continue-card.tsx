import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { ShelvedBook } from "~/services/contracts/shelf";
import { buttonClasses } from "~/ui/button";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { BookOpen, ListChecks, X } from "~/ui/icons";
import { BookFacts } from "./book-facts";
import { Cover } from "./cover";
import type { BookMark } from "./my-assignments.server";
import { shelfIntents } from "./shelf-intents";

/** The last book read, as a large card: the main action of the start page. */
export function ContinueCard({ book, progress, mark }: ShelvedBook & { mark?: BookMark | undefined }) {
  const { t } = useTranslation("library");
  return (
    <div className="relative">
      <Link
        to={`/reader/${encodeURIComponent(book.id)}`}
        reloadDocument
        className="group flex items-center gap-4 rounded-card border border-line bg-raised p-4 shadow-low transition hover:border-primary hover:shadow-high sm:gap-8 sm:p-6"
      >
        <span className="block w-28 shrink-0 sm:w-44">
          <Cover book={book} isNear />
        </span>
        <span className="flex min-w-0 flex-1 flex-col items-start gap-2 sm:gap-3">
          {/* The room for the corner's button is the page's end, whichever way the title runs. */}
          <span className="block max-w-full pe-8">
            <span
              lang={book.language}
              dir="auto"
              className="line-clamp-3 font-bold text-22 leading-snug group-hover:text-primary sm:text-28"
            >
              {book.title}
            </span>
          </span>
          <span className="block max-w-full">
            <BookFacts book={book} />
          </span>
          {mark && (
            <span className="flex items-center gap-1 rounded-full bg-accent-tint px-2.5 py-1 font-semibold text-14 text-accent-strong">
              <Icon of={ListChecks} size={16} />
              {t(`mark.${mark}`)}
            </span>
          )}
          {progress !== null && (
            <progress
              value={progress}
              max={1}
              aria-label={t("progress")}
              className="block h-2 w-full max-w-96 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-primary"
            />
          )}
          <span className={`${buttonClasses({ variant: "primary", size: "large" })} mt-1 min-h-14 sm:px-8`}>
            <Icon of={BookOpen} size={24} />
            {t("continue")}
          </span>
        </span>
      </Link>
      <Form method="post" preventScrollReset className="contents">
        <input type="hidden" name="intent" value={shelfIntents.remove} />
        <input type="hidden" name="book" value={book.id} />
        <button
          type="submit"
          aria-label={t("remove", { title: book.title })}
          className="absolute end-1 top-1 grid size-12 place-items-center rounded-full text-ink-soft hover:text-primary focus-visible:outline-3 focus-visible:outline-focus"
        >
          <Icon of={X} size={20} />
        </button>
      </Form>
    </div>
  );
}
