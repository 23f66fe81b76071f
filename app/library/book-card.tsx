import { Link } from "@remix-run/react";
import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { BooksOnDevice } from "~/offline/use-offline-books";
import type { ShelvedBook } from "~/services/contracts/shelf";
import { CardTitle } from "~/ui/card-title";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Check, Info, ListChecks, TabletSmartphone, X } from "~/ui/icons";
import { BookFacts } from "./book-facts";
import { Cover } from "./cover";
import type { BookMark } from "./my-assignments.server";
import { shelfIntents } from "./shelf-intents";

/** Progress from which a book counts as finished. */
const finished = 0.98;

type BookCardProps = ShelvedBook & {
  isNear?: boolean;
  /** Card in 'Keep reading', which shows the progress. */
  isUnderWay?: boolean;
  /** Query of the link to the reader. */
  search?: string;
  /** The pupil's open assignment in this book. */
  mark?: BookMark | undefined;
  /** Whether there are more actions than reading: not in the public library. */
  hasMore?: boolean;
};

const corner =
  "absolute end-0 grid size-12 place-items-center rounded-full text-ink-soft focus-visible:outline-3 focus-visible:outline-focus [&>span]:grid [&>span]:size-9 [&>span]:place-items-center [&>span]:rounded-full [&>span]:bg-raised [&>span]:shadow-low [&>span]:transition hover:[&>span]:bg-primary-tint hover:[&>span]:text-primary";

/** A book's cover as a link. The title is below, in the book's own language and direction. */
export function BookCard({ book, progress, isNear, isUnderWay, mark, search = "", hasMore = true }: BookCardProps) {
  const { t } = useTranslation("library");
  const address = `/reader/${encodeURIComponent(book.id)}${search}`;
  const isFinished = progress !== null && progress >= finished;
  const isOffline = useContext(BooksOnDevice).has(book.id);
  const states = [mark && t(`mark.${mark}`), isOffline && t("onDevice"), isFinished && t("finished")].filter(Boolean);
  return (
    <div className="relative">
      <Link to={address} reloadDocument className="group relative block rounded-cover">
        <span className="relative block">
          <Cover book={book} isNear={isNear} />
          {/* Below the corner's button: beside it there is no room for a long word. */}
          {mark && (
            <span
              aria-hidden="true"
              className={`absolute start-2 flex max-w-[calc(100%-1rem)] items-center gap-1 rounded-card bg-accent-tint px-2 py-1 font-semibold text-14 text-accent-strong shadow-low ${isUnderWay ? "top-12" : "top-2"}`}
            >
              <Icon of={ListChecks} size={16} className="max-sm:hidden" />
              <span className="min-w-0 wrap-anywhere hyphens-auto">{t(`mark.${mark}`)}</span>
            </span>
          )}
          {isOffline && (
            <span className="absolute end-2 bottom-2 flex size-8 items-center justify-center rounded-full bg-raised text-success shadow-low">
              <Icon of={TabletSmartphone} />
            </span>
          )}
          {isFinished && (
            <span
              aria-hidden="true"
              className="absolute bottom-2 start-2 flex items-center gap-1 rounded-full bg-success px-2.5 py-1 font-semibold text-14 text-paper shadow-low"
            >
              <Icon of={Check} size={16} />
              {t("finished")}
            </span>
          )}
        </span>
        {isUnderWay && progress !== null && (
          <progress
            value={progress}
            max={1}
            aria-label={t("progress")}
            className="mt-3 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-primary"
          />
        )}
        <CardTitle language={book.language} title={book.title} />
        {/* Announced after the title, so that the title comes first for screen reader users. */}
        <span className="sr-only">{states.join(", ")}</span>
        <span className="block pe-10">
          <BookFacts book={book} />
        </span>
      </Link>
      {hasMore && isUnderWay && (
        <Form method="post" preventScrollReset className="contents">
          <input type="hidden" name="intent" value={shelfIntents.remove} />
          <input type="hidden" name="book" value={book.id} />
          <button type="submit" aria-label={t("remove", { title: book.title })} className={`${corner} top-0`}>
            <span>
              <Icon of={X} size={20} />
            </span>
          </button>
        </Form>
      )}
      {hasMore && !isUnderWay && (
        <Link
          to={`/books/${encodeURIComponent(book.id)}`}
          aria-label={t("about", { title: book.title })}
          className={`${corner} -bottom-1 [&>span]:bg-transparent [&>span]:shadow-none`}
        >
          <span>
            <Icon of={Info} size={20} />
          </span>
        </Link>
      )}
    </div>
  );
}
