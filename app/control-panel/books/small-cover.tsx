/** Cover of a book in a list row; a plain rectangle if it has none. */
export function SmallCover({ url }: { url: string | null }) {
  return (
    <span className="flex h-16 w-12 shrink-0 items-center justify-center">
      {url ? (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          className="max-h-full max-w-full rounded-control object-contain"
        />
      ) : (
        <span className="size-full rounded-control bg-primary-tint" />
      )}
    </span>
  );
}
