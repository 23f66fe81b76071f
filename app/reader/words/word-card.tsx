import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import type { WordsSource } from "~/reader/marks/words-source";
import { boxInWindow } from "~/reader/notes/selected-text";
import type { GlossaryEntry, WordSource } from "~/services/contracts/words";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Check, ChevronDown, Plus, Volume2, X } from "~/ui/icons";
import { deviceSound, recordedSound, useDeviceVoices } from "./hear-word.client";
import { HomeLanguageField } from "./home-language-field";
import { isWordKnown, lookUp, type SourcedEntry, wordToSave } from "./look-up";
import { openSavedWords } from "./open-words.client";
import type { SavedWordState } from "./saved-word-store";
import { useBookWords } from "./use-book-words";
import { useHomeLanguage } from "./use-home-language";
import type { OpenWord } from "./word-at-point";

/** Px between the word and the card, and between the card and the window's edge. */
const [gap, margin] = [10, 8];

const round =
  "grid size-12 shrink-0 place-items-center rounded-full hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus";
const nothing = () => () => undefined;
const unknown: SavedWordState = { list: null, failed: null };

type CardProps = { controller: ReaderController; source: WordsSource; word: OpenWord };

/** What is known of a word, beside it. docs/product/reader.md#words. */
export function WordCard({
  controller,
  source,
  word,
  onClose,
  onMark,
}: CardProps & { onClose(): void; onMark(): void }) {
  const { t } = useTranslation("reader");
  const { notes } = useReader();
  const card = useRef<HTMLElement>(null);
  const place = usePlaceBeside(card, word);
  const hear = useSound(controller, word);
  useFocusUntilClosed(card);
  return (
    <aside
      ref={card}
      tabIndex={-1}
      aria-label={t("words.card", { word: word.text })}
      className="fixed z-30 flex max-h-[min(26rem,calc(100dvh-1rem))] w-[min(22rem,calc(100vw-1rem))] animate-appear flex-col overflow-hidden rounded-card bg-raised text-ink shadow-high outline-none motion-reduce:animate-none"
      style={place}
      // Keys of the reader, such as space, would turn pages behind the card.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="flex items-center gap-1 border-b border-line ps-4 pe-1">
        <p lang={word.language} dir="auto" className="min-w-0 flex-1 py-2 text-22 font-semibold break-words">
          {word.text}
        </p>
        {hear && (
          <button
            type="button"
            aria-label={t("words.hear")}
            title={t("words.hear")}
            className={`${round} text-primary-strong`}
            onClick={hear}
          >
            <Icon of={Volume2} className="size-6" />
          </button>
        )}
        <button type="button" aria-label={t("words.close")} className={round} onClick={onClose}>
          <Icon of={X} className="size-6" />
        </button>
      </div>
      <Explained controller={controller} source={source} word={word} />
      {notes && (
        <button
          type="button"
          className="min-h-12 border-t border-line px-4 text-start text-16 font-semibold text-primary-strong hover:bg-primary-tint focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-focus"
          onClick={onMark}
        >
          {t("words.mark")}
        </button>
      )}
    </aside>
  );
}

/** Meanings, translation and pictures, with where they come from, and the button that saves the word. */
function Explained({ controller, source, word }: CardProps) {
  const { t } = useTranslation("reader");
  const { book } = useReader();
  const home = useHomeLanguage(word.language);
  const { words, isLoading, hasFailed } = useBookWords(source, word.language, home);
  const store = openSavedWords(source);
  const { failed } = useSyncExternalStore(store?.subscribe ?? nothing, store?.state ?? (() => unknown));
  const known = words ? lookUp(words, word.text) : { glossary: [], meanings: [], translations: [] };
  const saved = store?.find(word.language, word.text) ?? null;
  const sources = [...new Set([...known.meanings, ...known.translations].map(({ from }) => from))];
  const save = () => {
    if (!store) return;
    if (saved) return store.remove(saved);
    const { text, language, sentence } = word;
    const read = { language, word: text, sentence, bookId: source.bookId, bookTitle: book.title };
    store.add(wordToSave(read, known, new Date().toISOString()));
  };
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3" aria-busy={isLoading}>
        {isLoading && (
          <p role="status" className="animate-late text-ink-soft">
            {t("words.loading")}
          </p>
        )}
        {!isLoading && !isWordKnown(known) && (
          <p role="status" className="text-ink-soft">
            {t(hasFailed ? "words.failed" : "words.none")}
          </p>
        )}
        {known.glossary.map((entry) => (
          <GlossaryMeaning key={entry.term} controller={controller} entry={entry} language={word.language} />
        ))}
        <Entries entries={known.meanings} language={word.language} />
        <Entries entries={known.translations} language={home} />
        {words && (
          <div className="mt-3">
            <HomeLanguageField from={word.language} languages={words.languages} />
          </div>
        )}
        {sources.length > 0 && <Sources sources={sources} />}
      </div>
      {store && (
        <div className="border-t border-line px-4 py-2">
          {failed === "full" && <p className="pb-2 text-14 text-ink-soft">{t("words.full")}</p>}
          <Button type="button" icon={saved ? Check : Plus} onClick={save}>
            {t(saved ? "words.saved" : "words.save")}
          </Button>
        </div>
      )}
    </>
  );
}

function GlossaryMeaning({
  controller,
  entry,
  language,
}: {
  controller: ReaderController;
  entry: GlossaryEntry;
  language: string;
}) {
  const { term, meaning, picture } = entry;
  return (
    <div className="mb-3 flex items-start gap-3">
      {picture && (
        <img
          src={controller.source.url(picture.path)}
          alt={picture.text}
          className="max-h-32 max-w-28 shrink-0 rounded-control object-contain"
        />
      )}
      <p lang={language} dir="auto" className="min-w-0">
        <span className="sr-only">{term}: </span>
        {meaning}
      </p>
    </div>
  );
}

function Entries({ entries, language }: { entries: readonly SourcedEntry[]; language: string | null }) {
  return (
    <>
      {entries.map(({ headword, pronunciation, meanings, from }) => (
        <div key={`${from.name} ${headword} ${meanings.join()}`} className="mb-3">
          <p className="text-14 text-ink-soft">
            <span dir="auto" className="font-semibold">
              {headword}
            </span>
            {pronunciation && <span lang="und-fonipa"> /{pronunciation}/</span>}
          </p>
          <ul lang={language ?? undefined} dir="auto" className={meanings.length > 1 ? "ms-5 list-disc" : "list-none"}>
            {meanings.map((meaning) => (
              <li key={meaning} className="text-18">
                {meaning}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

/** Name, licence and attribution of the dictionaries: their licences ask for it. */
function Sources({ sources }: { sources: readonly WordSource[] }) {
  const { t } = useTranslation("reader");
  return (
    <>
      {sources.map(({ name, licence, url, attribution }) => (
        <details key={name} className="mt-3 text-14 text-ink-soft">
          <summary className="min-h-11 cursor-pointer py-2 focus-visible:outline-3 focus-visible:outline-focus">
            {t("words.source", { name })}
            <Icon of={ChevronDown} className="ms-1 inline size-4 [details[open]_&]:rotate-180" />
          </summary>
          <p className="break-words">{licence}</p>
          {url && <p className="break-all">{url}</p>}
          <p className="max-h-40 overflow-y-auto whitespace-pre-wrap break-words">{attribution}</p>
        </details>
      ))}
    </>
  );
}

function useSound(controller: ReaderController, word: OpenWord): (() => void) | null {
  const voices = useDeviceVoices();
  const recorded = recordedSound(controller, word);
  const say = recorded ? null : deviceSound(controller, voices, word.language);
  return recorded ?? (say && (() => say(word.text)));
}

/** Takes the focus, and returns it. */
function useFocusUntilClosed(card: RefObject<HTMLElement>): void {
  useEffect(() => {
    const before = document.activeElement;
    card.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [card]);
}

/** Below the word, above it where there is no room, else at the bottom of the window. Its height changes when the meanings arrive. */
function usePlaceBeside(card: RefObject<HTMLElement>, { frame, range }: OpenWord): { left: number; top: number } {
  const [place, setPlace] = useState({ left: margin, top: -2000 });
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    const put = () => {
      const box = boxInWindow(frame, range);
      const { offsetWidth: width, offsetHeight: height } = element;
      const lowest = window.innerHeight - height - margin;
      const middle = (box.left + box.right) / 2 - width / 2;
      const above = box.top - gap - height;
      setPlace({
        left: Math.max(margin, Math.min(window.innerWidth - width - margin, middle)),
        top: box.bottom + gap <= lowest ? box.bottom + gap : above >= margin ? above : Math.max(margin, lowest),
      });
    };
    put();
    const observer = new ResizeObserver(put);
    observer.observe(element);
    return () => observer.disconnect();
  }, [card, frame, range]);
  return place;
}
