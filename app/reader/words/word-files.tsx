import { useTranslation } from "react-i18next";
import type { SavedWord } from "~/services/contracts/words";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { ChevronDown } from "~/ui/icons";
import { wordsAsCsv, wordsAsText } from "./words-file";

/** Saved words as files. */
export function WordFiles({ words }: { words: readonly SavedWord[] }) {
  const { t } = useTranslation("reader");
  const title = t("words.title");
  const columns = {
    word: t("words.column_word"),
    meaning: t("words.column_meaning"),
    translation: t("words.column_translation"),
    sentence: t("words.column_sentence"),
    book: t("words.column_book"),
  };
  return (
    <details className="mt-4 border-t border-line pt-2">
      <summary className="min-h-12 cursor-pointer rounded-control px-3 py-3 text-14 font-semibold text-ink-soft focus-visible:outline-3 focus-visible:outline-focus">
        {t("words.files")}
        <Icon of={ChevronDown} className="ms-1 inline size-4 [details[open]_&]:rotate-180" />
      </summary>
      <div className="flex flex-col items-start gap-2 px-3 pb-3">
        <Button type="button" onClick={() => save(wordsAsText(words, title), `${title}.txt`, "text/plain")}>
          {t("words.save_text")}
        </Button>
        <Button type="button" onClick={() => save(wordsAsCsv(words, columns), `${title}.csv`, "text/csv")}>
          {t("words.save_csv")}
        </Button>
      </div>
    </details>
  );
}

/** With a byte order mark, so that every program reads it as UTF-8. */
function save(content: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([`\ufeff${content}`], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
