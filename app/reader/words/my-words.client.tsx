import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import type { SavedWord } from "~/services/contracts/words";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Trash2, Undo2, Volume2 } from "~/ui/icons";
import { deviceSound, useDeviceVoices } from "./hear-word.client";
import { openSavedWords } from "./open-words.client";
import { makeQuiz, type QuizQuestion } from "./quiz";
import { QuizCard } from "./quiz-card";
import type { SavedWordState, SavedWordStore } from "./saved-word-store";
import { WordFiles } from "./word-files";

const round =
  "grid size-12 shrink-0 place-items-center rounded-full hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus";

/** Rows shown at first, and added by each press of the button below them. */
const rowsAtOnce = 100;

/** The reader's saved words of all books, and their practice. docs/product/reader.md#words. */
export default function MyWords() {
  const { controller, words } = useReader();
  const store = words && openSavedWords(words);
  return controller && store ? <SavedWords controller={controller} store={store} /> : null;
}

function SavedWords({ controller, store }: { controller: ReaderController; store: SavedWordStore }) {
  const { t } = useTranslation("reader");
  const { list, failed } = useSyncExternalStore(store.subscribe, store.state);
  const [removed, setRemoved] = useState<readonly SavedWord[]>([]);
  const [questions, setQuestions] = useState<readonly QuizQuestion[] | null>(null);
  const [length, setLength] = useState(rowsAtOnce);
  const voices = useDeviceVoices();
  const soundOf = (language: string) => deviceSound(controller, voices, language);
  // Another device may have saved some since the book was opened.
  useEffect(() => void store.load(), [store]);
  const practise = () => setQuestions(makeQuiz(list ?? [], (language) => soundOf(language) !== null));
  const all = [...(list ?? []), ...removed].sort((one, other) => other.created.localeCompare(one.created));

  if (questions && questions.length > 0) {
    return <QuizCard questions={questions} soundOf={soundOf} onAgain={practise} onEnd={() => setQuestions(null)} />;
  }
  return (
    <>
      {failed && <Failure failed={failed} store={store} />}
      {list && all.length === 0 && <p className="p-3 text-ink-soft">{t("words.empty")}</p>}
      {list && list.length > 0 && (
        <div className="px-3 pb-3">
          <Button type="button" variant="primary" onClick={practise}>
            {t("words.practise")}
          </Button>
          {questions?.length === 0 && (
            <p role="status" className="pt-2 text-ink-soft">
              {t("words.too_few")}
            </p>
          )}
        </div>
      )}
      <ul className="list-none ps-0">
        {all.slice(0, length).map((word) => (
          <li key={`${word.language} ${word.word}`} className="flex items-start gap-1 border-t border-line py-1">
            {removed.includes(word) ? (
              <Removed
                word={word}
                onPutBack={() => {
                  setRemoved(removed.filter((each) => each !== word));
                  store.add(word);
                }}
              />
            ) : (
              <Row
                word={word}
                hear={soundOf(word.language)}
                onRemove={() => {
                  setRemoved([...removed, word]);
                  store.remove(word);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {all.length > length && (
        <Button type="button" onClick={() => setLength(length + rowsAtOnce)}>
          {t("words.more")}
        </Button>
      )}
      {list && list.length > 0 && <WordFiles words={list} />}
    </>
  );
}

function Failure({ failed, store }: { failed: NonNullable<SavedWordState["failed"]>; store: SavedWordStore }) {
  const { t } = useTranslation("reader");
  if (failed === "full") return <Banner type="warning">{t("words.full")}</Banner>;
  const retry = (
    <Button type="button" onClick={store.retry}>
      {t("words.try_again")}
    </Button>
  );
  return (
    <Banner type="warning" actions={retry}>
      {t(failed === "load" ? "words.load_failed" : "words.save_failed")}
    </Banner>
  );
}

type RowProps = { word: SavedWord; hear: ((text: string) => void) | null; onRemove(): void };

function Row({ word: { word, language, translation, meaning, sentence, bookTitle }, hear, onRemove }: RowProps) {
  const { t } = useTranslation("reader");
  return (
    <>
      <div className="min-w-0 flex-1 px-3 py-2">
        <p lang={language} dir="auto" className="text-18 font-semibold break-words">
          {word}
        </p>
        {translation && (
          <p lang={translation.language} dir="auto" className="break-words">
            {translation.text}
          </p>
        )}
        {meaning && (
          <p lang={language} dir="auto" className="break-words">
            {meaning}
          </p>
        )}
        {sentence && (
          <p lang={language} dir="auto" className="text-14 break-words text-ink-soft">
            {sentence}
          </p>
        )}
        <p className="text-14 text-ink-soft" dir="auto">
          {bookTitle}
        </p>
      </div>
      {hear && (
        <button
          type="button"
          aria-label={t("words.hear_word", { word })}
          className={`${round} text-primary-strong`}
          onClick={() => hear(word)}
        >
          <Icon of={Volume2} className="size-5" />
        </button>
      )}
      <button
        type="button"
        aria-label={t("words.remove", { word })}
        className={`${round} text-ink-soft`}
        onClick={onRemove}
      >
        <Icon of={Trash2} className="size-5" />
      </button>
    </>
  );
}

function Removed({ word: { word }, onPutBack }: { word: SavedWord; onPutBack(): void }) {
  const { t } = useTranslation("reader");
  return (
    <>
      <span
        role="status"
        className="min-w-0 flex-1 px-3 py-2 text-18 break-words text-ink-soft line-through"
        dir="auto"
      >
        {word}
      </span>
      <button
        // biome-ignore lint/a11y/noAutofocus: it replaces the button that was pressed, so the focus would be lost
        autoFocus
        type="button"
        aria-label={t("words.put_back", { word })}
        className={`${round} text-primary-strong`}
        onClick={onPutBack}
      >
        <Icon of={Undo2} className="size-5" />
      </button>
    </>
  );
}
