import type { ShelfBook } from "~/services/contracts/library";
import { classes } from "~/ui/classes";

const tints = [
  "bg-primary text-on-primary",
  "bg-accent text-on-accent",
  "bg-info-tint text-ink",
  "bg-success-tint text-ink",
];

function tintOf(title: string): string {
  let sum = 0;
  for (const letter of title) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return tints[sum % tints.length] ?? "";
}

type CoverProps = {
  book: Pick<ShelfBook, "title" | "coverUrl" | "language">;
  /** The first row is loaded eagerly, the rest lazily. */
  isNear?: boolean;
};

/** A book's cover in its own aspect ratio; a generated one with the title if the book has none. */
export function Cover({ book, isNear }: CoverProps) {
  return (
    <span className="flex aspect-3/4 w-full items-end justify-center">
      {book.coverUrl ? (
        <img
          src={book.coverUrl}
          alt=""
          loading={isNear ? "eager" : "lazy"}
          decoding="async"
          className="max-h-full min-h-1/2 max-w-full rounded-cover bg-line object-cover shadow-cover transition duration-200 group-hover:-translate-y-1"
        />
      ) : (
        <span
          className={classes(
            "flex size-full items-center justify-center overflow-hidden rounded-cover p-4 text-center font-bold text-18 shadow-cover transition duration-200 group-hover:-translate-y-1",
            tintOf(book.title),
          )}
        >
          <span lang={book.language} dir="auto" className="line-clamp-6">
            {book.title}
          </span>
        </span>
      )}
    </span>
  );
}
