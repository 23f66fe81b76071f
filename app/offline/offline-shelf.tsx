import { useTranslation } from "react-i18next";
import { IconButton } from "~/ui/button";
import { CardTitle } from "~/ui/card-title";
import { Icon } from "~/ui/icon";
import { BookOpen, Trash2 } from "~/ui/icons";
import { megabytes } from "./file-size";
import { offlineFileAddress, openOfflinePath } from "./offline-address";
import { accessTo, daysLeft, type OfflineBook, type OfflineBookReader } from "./offline-book";

type OfflineShelfProps = {
  books: readonly OfflineBook[];
  holder: OfflineBookReader | null;
  /** Called after a book was removed from the device. */
  dropped(offlineId: string): void;
};

/** The offline books as a grid of covers. */
export function OfflineShelf({ books, holder, dropped }: OfflineShelfProps) {
  async function drop(offlineId: string) {
    const { removeFromDevice: dropFromDevice } = await import("./download-book.client");
    await dropFromDevice(offlineId);
    dropped(offlineId);
  }
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 sm:gap-x-6 md:grid-cols-4">
      {books.map((book) => (
        <li key={book.offlineId} className="min-w-0">
          <OfflineCard book={book} holder={holder} drop={() => void drop(book.offlineId)} />
        </li>
      ))}
    </ul>
  );
}

function OfflineCard({
  book,
  holder,
  drop,
}: {
  book: OfflineBook;
  holder: OfflineBookReader | null;
  drop: () => void;
}) {
  const { t, i18n } = useTranslation("offline");
  const now = Date.now();
  const isOpen = accessTo(book, holder, now) === "open";
  return (
    <div>
      <a href={openOfflinePath(book.bookId)} className="group block rounded-cover">
        <span className="flex aspect-3/4 w-full items-end justify-center">
          {/* The service worker serves no files of a book that does not open. */}
          {book.cover && isOpen ? (
            <img
              src={offlineFileAddress(book.offlineId, book.cover)}
              alt=""
              className="max-h-full min-h-1/2 max-w-full rounded-cover bg-line object-cover shadow-cover"
            />
          ) : (
            <span className="flex size-full items-center justify-center rounded-cover bg-info-tint text-ink shadow-cover">
              <Icon of={BookOpen} size={40} />
            </span>
          )}
        </span>
        <CardTitle language={book.language} title={book.title} />
      </a>
      <div className="flex items-start justify-between gap-2">
        <p className="mt-1 text-14 text-ink-soft">
          {isOpen ? t("daysLeft", { count: daysLeft(book, now) }) : t("needsNetwork")}
          <span className="block">{megabytes(book.size, i18n.language)}</span>
        </p>
        <IconButton icon={Trash2} label={t("removeTitle", { title: book.title })} onClick={drop} />
      </div>
    </div>
  );
}
