import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { ShelfBook } from "~/services/contracts/library";
import { Icon } from "~/ui/icon";
import { Headphones } from "~/ui/icons";
import { Cover } from "./cover";

type BookCardProps = { book: ShelfBook; progress?: number; isNear?: boolean };

/** A cover to tap. The title stands under it, in the book's own language and direction. */
export function BookCard({ book, progress, isNear }: BookCardProps) {
  const { t } = useTranslation("library");
  return (
    <Link to={`/reader/${encodeURIComponent(book.id)}`} reloadDocument className="group relative block rounded-cover">
      <Cover book={book} isNear={isNear} />
      {progress !== undefined && (
        <progress
          value={progress}
          max={1}
          aria-label={t("progress")}
          className="mt-3 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-primary"
        />
      )}
      <span
        lang={book.language}
        dir="auto"
        className="mt-2.5 line-clamp-2 block font-semibold text-16 leading-snug group-hover:text-primary sm:text-18"
      >
        {book.title}
      </span>
      {book.audioLanguages.length > 0 && (
        <span className="mt-1 flex items-center gap-1.5 text-14 text-ink-soft">
          <Icon of={Headphones} size={16} />
          <span className="sr-only">{t("readAloud")}</span>
          {book.duration !== null && (
            <span className="tabular-nums">{t("minutes", { count: Math.max(1, Math.round(book.duration / 60)) })}</span>
          )}
        </span>
      )}
    </Link>
  );
}
