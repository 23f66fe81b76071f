/** Title of a book below its cover, in the book's language and direction. Its parent link has the class `group`. */
export function CardTitle({ language, title }: { language: string; title: string }) {
  return (
    <span
      lang={language}
      dir="auto"
      className="mt-2.5 line-clamp-2 block font-semibold text-16 leading-snug group-hover:text-primary sm:text-18"
    >
      {title}
    </span>
  );
}
