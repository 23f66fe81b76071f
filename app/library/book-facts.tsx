import { useTranslation } from "react-i18next";
import type { ShelfBook } from "~/services/contracts/library";
import { Icon } from "~/ui/icon";
import { Hand, Headphones } from "~/ui/icons";
import { languageName } from "./language-name";

/** The age range as a phrase; null if the book has none. */
export function useAges(): (book: Pick<ShelfBook, "ageFrom" | "ageTo">) => string | null {
  const { t } = useTranslation("library");
  return ({ ageFrom, ageTo }) => {
    if (ageFrom === null) return null;
    return ageTo === null ? t("ageFrom", { from: ageFrom }) : t("ages", { from: ageFrom, to: ageTo });
  };
}

/** Language, age, and narration time, or that the book has no narration. */
export function BookFacts({ book }: { book: ShelfBook }) {
  const { t, i18n } = useTranslation("library");
  const ages = useAges();
  const facts = [languageName(book.language, i18n.language), ages(book)].filter((fact) => fact !== null);
  const isNarrated = book.audioLanguages.length > 0;
  return (
    <span className="mt-1 block text-14 text-ink-soft">
      <span className="block">{facts.join(" · ")}</span>
      <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5">
        {isNarrated ? (
          <>
            <Icon of={Headphones} size={16} />
            <span className="sr-only">{t("readAloud")}</span>
            {book.duration !== null && (
              <span className="tabular-nums">
                {t("minutes", { count: Math.max(1, Math.round(book.duration / 60)) })}
              </span>
            )}
          </>
        ) : (
          t("noVoice")
        )}
        {book.videoLanguages.length > 0 && <Icon of={Hand} size={16} label={t("signed")} />}
      </span>
    </span>
  );
}
