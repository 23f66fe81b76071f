import type { TFunction } from "i18next";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Book, SpineItem } from "~/epub/book";
import { textOfDocument } from "~/epub/document-text";
import { tocEntryAt } from "~/epub/progress";
import { useReader } from "~/reader/controller/reader-context";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import { Drawer } from "~/reader/panels/drawer";
import { decorate } from "~/reader/view/decorations";
import { rangeOfText } from "~/reader/view/document-text";
import { minQueryLength, readSearchQuery } from "./find-in-text";
import { parsedDocument } from "./parsed-document";
import { type Hit, type Progress, searchBook } from "./search-book";

/** Removes the highlight of the shown result; null if there is none. */
let unmark: (() => void) | null = null;

/** Debounce of the query field in milliseconds. */
const typing = 250;

/** The last search, cached while the book is open, so that the other results are still listed when the drawer is reopened. */
const lastSearches = new WeakMap<
  ReaderController,
  { query: string; progress: Progress | null; visited: string | null }
>();
const texts = new WeakMap<ReaderController, Map<string, Promise<string>>>();

/** Search in the book: a field, and the results with their context. Each document is loaded once. docs/product/reader.md#comfort. */
export default function SearchDrawer() {
  const { controller } = useReader();
  const { t } = useTranslation("reader");
  return (
    <Drawer title={t("command.search")} side="start">
      {controller && <Search controller={controller} />}
    </Drawer>
  );
}

function Search({ controller }: { controller: ReaderController }) {
  const { t } = useTranslation("reader");
  const { send } = useReader();
  const field = useRef<HTMLInputElement>(null);
  const statusId = useId();
  useEffect(() => field.current?.focus(), []);
  const { query, setQuery, progress, visited, setVisited } = useSearch(controller);

  /** Goes to the page of a result and highlights it there; the panel closes. */
  const goTo = (hit: Hit) => {
    setVisited(keyOf(hit));
    lastSearches.set(controller, { query, progress, visited: keyOf(hit) });
    send({ type: "closed" });
    void showHit(controller, hit);
  };
  return (
    <>
      <search>
        <form
          className="px-3 pb-2"
          onSubmit={(event) => {
            event.preventDefault();
            const first = progress?.hits[0];
            if (first) goTo(first);
          }}
        >
          <label className="block text-14 font-semibold text-ink-soft">
            {t("search.label")}
            <input
              ref={field}
              type="search"
              value={query}
              autoComplete="off"
              enterKeyHint="search"
              aria-describedby={statusId}
              className="mt-1 min-h-12 w-full rounded-control border border-line-strong bg-raised px-3 text-18 font-normal text-ink focus-visible:outline-3 focus-visible:outline-focus"
              onChange={(event) => setQuery(event.currentTarget.value)}
            />
          </label>
        </form>
      </search>
      <p id={statusId} role="status" className="min-h-6 px-3 text-14 text-ink-soft">
        {statusText(t, query, progress)}
      </p>
      <Hits hits={progress?.hits ?? []} visited={visited} onChoose={goTo} />
      {progress?.isCut && <p className="p-3 text-14 text-ink-soft">{t("search.cut")}</p>}
      {progress?.isIncomplete && <p className="p-3 text-14 text-ink-soft">{t("search.incomplete")}</p>}
    </>
  );
}

/** The query and its results, which begin as the last search left them. */
function useSearch(controller: ReaderController) {
  const before = lastSearches.get(controller);
  const [query, setQuery] = useState(before?.query ?? "");
  const [progress, setProgress] = useState(before?.progress ?? null);
  const [visited, setVisited] = useState(before?.visited ?? null);
  const searched = useRef(before?.progress ? before.query : null);

  useEffect(() => {
    lastSearches.set(controller, {
      query,
      progress: progress && progress.done === progress.of ? progress : null,
      visited,
    });
  }, [controller, query, progress, visited]);

  useEffect(() => {
    if (query === searched.current) return;
    searched.current = null;
    setProgress(null);
    if (!readSearchQuery(query)) {
      clearMatch();
      return;
    }
    const aborter = new AbortController();
    const search = async () => {
      const spine = controller.book.spine;
      for await (const now of searchBook(spine, query, (item) => textOf(controller, item), aborter.signal)) {
        if (aborter.signal.aborted) return;
        setProgress(now);
        if (now.done === now.of) searched.current = query;
      }
    };
    const timer = setTimeout(() => void search(), typing);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [controller, query]);

  return { query, setQuery, progress, visited, setVisited };
}

function statusText(t: TFunction, query: string, progress: Progress | null): string {
  if (readSearchQuery(query) === null)
    return query.trim() === "" ? "" : t("search.too_short", { count: minQueryLength });
  if (!progress) return t("search.starting");
  if (progress.done < progress.of) {
    const percent = Math.floor((progress.done / progress.of) * 100);
    return t("search.searching", { percent });
  }
  return progress.hits.length === 0 ? t("search.nothing") : t("search.found", { count: progress.hits.length });
}

async function showHit(controller: ReaderController, hit: Hit): Promise<void> {
  await controller.navigation.show({ item: hit.item, at: { kind: "letters", from: hit.from, to: hit.to } });
  const content = controller.view.frames.find(({ item }) => item.index === hit.item)?.document;
  const range = content && rangeOfText(content, hit.from, hit.to);
  if (range) markMatch(range);
}

type HitsProps = { hits: readonly Hit[]; visited: string | null; onChoose(hit: Hit): void };

/** The results with their context. */
function Hits({ hits, visited, onChoose }: HitsProps) {
  const { book } = useReader();
  return (
    <ol className="list-none ps-0">
      {hits.map((hit) => (
        <li key={keyOf(hit)}>
          <button
            type="button"
            aria-current={visited === keyOf(hit) || undefined}
            className="min-h-12 w-full rounded-control px-3 py-2 text-start text-16 hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus aria-[current]:bg-primary-tint"
            onClick={() => onChoose(hit)}
          >
            <Chapter book={book} item={hit.item} />
            <span lang={book.language} dir="auto" className="block break-words">
              {hit.before}
              <mark className="rounded-sm bg-[#ff9d3c] px-0.5 font-semibold text-[#14181f]">{hit.match}</mark>
              {hit.after}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function Chapter({ book, item }: { book: Book; item: number }) {
  const label = tocEntryAt(book, item)?.label;
  if (!label) return null;
  return (
    <span dir="auto" lang={book.language} className="block truncate text-14 font-semibold text-ink-soft">
      {label}
    </span>
  );
}

function keyOf({ item, from }: Hit): string {
  return `${item} ${from}`;
}

/** A document's text in the displayed language, from the network, or from the device for an offline book. */
function textOf(controller: ReaderController, item: SpineItem): Promise<string> {
  const language = controller.language.displayed;
  const known = texts.get(controller) ?? new Map<string, Promise<string>>();
  texts.set(controller, known);
  const key = `${language} ${item.href}`;
  const text = known.get(key) ?? readText(controller, item, language);
  known.set(key, text);
  // A failed load is retried by the next search.
  text.catch(() => known.delete(key));
  return text;
}

async function readText({ source }: ReaderController, item: SpineItem, language: string): Promise<string> {
  return textOfDocument(await parsedDocument(source, item.href, language)).text;
}

/** Highlights a search result without modifying the book's document. */
function markMatch(range: Range): void {
  clearMatch();
  const content = range.startContainer.ownerDocument;
  if (!content) return;
  if (decorate(content, "fabel-found", [range])) {
    unmark = () => decorate(content, "fabel-found", []);
    return;
  }
  // Browsers without the Custom Highlight API show it as a selection.
  const selection = content.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  unmark = () => content.getSelection()?.removeAllRanges();
}

function clearMatch(): void {
  unmark?.();
  unmark = null;
}
