/** A book's cover in a row of a list; a plain field where it has none. */
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
