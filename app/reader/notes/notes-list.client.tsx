import { useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { percentageOf, tocEntryAt } from "~/epub/progress";
import { useReader } from "~/reader/controller/reader-context";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import type { NotesSource } from "~/reader/marks/notes-source";
import { findInText, readSearchQuery } from "~/reader/search/find-in-text";
import { parsedDocument } from "~/reader/search/parsed-document";
import { drawsDecorations } from "~/reader/view/decorations";
import { type AnnotationStyle, annotationStyles } from "~/services/contracts/annotation-values";
import type { Annotation } from "~/services/contracts/annotations";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Switch } from "~/ui/choice";
import { type AnnotationPlaces, locateAnnotations } from "./locate-annotations";
import { NoteFiles } from "./note-files";
import { NoteRow } from "./note-row";
import type { NoteStore } from "./note-store";
import { openNoteStore } from "./open-notes.client";
import { inBookOrder } from "./place-annotation";
import { StyleSample } from "./style-sample";

/** Rows shown at first, and added by each press of the button below them. */
const rowsAtOnce = 100;

/** The notes of the book, in its order. docs/product/reader.md#highlights-and-notes. */
export default function NotesList() {
  const { controller, notes } = useReader();
  return controller && notes ? <List controller={controller} source={notes} /> : null;
}

function List({ controller, source }: { controller: ReaderController; source: NotesSource }) {
  const { t } = useTranslation("reader");
  const store = openNoteStore(source);
  const { list, failed } = useSyncExternalStore(store.subscribe, store.state);
  const [removed, setRemoved] = useState<readonly Annotation[]>([]);
  const places = usePlaces(controller, list);
  const [style, setStyle] = useState<AnnotationStyle | null>(null);
  const [query, setQuery] = useState("");
  const all = useMemo(
    () => inBookOrder(controller.book.spine, [...(list ?? []), ...removed]),
    [controller, list, removed],
  );
  const shown = useMemo(() => filtered(all, style, query), [all, style, query]);
  const placed = shown.filter(({ id }) => places.get(id) !== null);
  const lost = shown.filter(({ id }) => places.get(id) === null);
  const rows = { store, places, removed, setRemoved };
  const content = controller.view.frames[0]?.document;
  return (
    <>
      {failed && <Failure store={store} failed={failed} />}
      {content && !drawsDecorations(content) && all.length > 0 && <Banner>{t("notes.not_drawn")}</Banner>}
      {list?.length === 0 && removed.length === 0 ? (
        <p className="p-3 text-ink-soft">{t("notes.empty")}</p>
      ) : (
        <Filters all={all} style={style} onStyle={setStyle} query={query} onQuery={setQuery} />
      )}
      {list && all.length > 0 && shown.length === 0 && <p className="p-3 text-ink-soft">{t("notes.none_found")}</p>}
      {all.length > 0 && <ShownSwitch controller={controller} />}
      <Rows notes={placed} {...rows} />
      {lost.length > 0 && (
        <section aria-label={t("notes.lost")} className="mt-4 border-t border-line pt-3">
          <h3 className="px-3 text-16 font-semibold">{t("notes.lost")}</h3>
          <p className="px-3 text-14 text-ink-soft">{t("notes.lost_help")}</p>
          <Rows notes={lost} {...rows} />
        </section>
      )}
      {list && (
        <NoteFiles
          controller={controller}
          store={store}
          notes={inBookOrder(controller.book.spine, list)}
          chapterOf={(note) => chapterOf(controller, note, places)}
        />
      )}
    </>
  );
}

/** Whether the notes are drawn in the book. */
function ShownSwitch({ controller }: { controller: ReaderController }) {
  const { t } = useTranslation("reader");
  const { showsNotes } = useReader().snapshot.settings;
  return (
    <Switch
      className="px-3 py-1"
      label={t("notes.show_in_text")}
      checked={showsNotes}
      onChange={(event) => controller.changeSettings({ showsNotes: event.currentTarget.checked })}
    />
  );
}

function Failure({ store, failed }: { store: NoteStore; failed: "load" | "save" | "refused" | "full" }) {
  const { t } = useTranslation("reader");
  const canRetry = failed === "load" || failed === "save";
  return (
    <Banner
      type="warning"
      actions={
        canRetry && (
          <Button type="button" onClick={store.retry}>
            {t("bookmark.try_again")}
          </Button>
        )
      }
    >
      {t(failed === "full" ? "notes.full" : `notes.${failed}_failed`)}
    </Banner>
  );
}

/** Where the notes are: looked for while the list is open, document by document. */
function usePlaces(controller: ReaderController, list: readonly Annotation[] | null): AnnotationPlaces {
  const [places, setPlaces] = useState<AnnotationPlaces>(new Map());
  // Each document is loaded once, however often a note changes.
  const documents = useRef(new Map<string, Promise<Document>>());
  useEffect(() => {
    if (!list) return;
    let isOver = false;
    const { language, source, book } = controller;
    const load = ({ href }: { href: string }) => {
      const key = `${language.displayed} ${href}`;
      const content = documents.current.get(key) ?? parsedDocument(source, href, language.displayed);
      documents.current.set(key, content);
      content.catch(() => documents.current.delete(key));
      return content;
    };
    void (async () => {
      for await (const found of locateAnnotations(book.spine, list, load)) {
        if (isOver) return;
        setPlaces(found);
      }
    })();
    return () => {
      isOver = true;
    };
  }, [controller, list]);
  return places;
}

function filtered(notes: readonly Annotation[], style: AnnotationStyle | null, query: string): readonly Annotation[] {
  const wanted = readSearchQuery(query);
  return notes.filter((note) => {
    if (style !== null && note.style !== style) return false;
    return !wanted || findInText(`${note.note}\n${note.target.quote?.exact ?? ""}`, wanted, 1).length > 0;
  });
}

type FilterProps = {
  all: readonly Annotation[];
  style: AnnotationStyle | null;
  onStyle(style: AnnotationStyle | null): void;
  query: string;
  onQuery(query: string): void;
};

function Filters({ all, style, onStyle, query, onQuery }: FilterProps) {
  const { t } = useTranslation("reader");
  const used = annotationStyles.filter((each) => all.some((note) => note.style === each));
  return (
    <div className="px-3 pb-2">
      <label className="block text-14 font-semibold text-ink-soft">
        {t("notes.search")}
        <input
          type="search"
          value={query}
          autoComplete="off"
          className="mt-1 min-h-12 w-full rounded-control border border-line-strong bg-raised px-3 text-18 font-normal text-ink focus-visible:outline-3 focus-visible:outline-focus"
          onChange={(event) => onQuery(event.currentTarget.value)}
        />
      </label>
      {used.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
        <div role="group" aria-label={t("notes.filter")} className="mt-2 flex flex-wrap gap-1">
          {used.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={style === each}
              aria-label={t(`notes.style.${each}`)}
              title={t(`notes.style.${each}`)}
              className="grid size-12 place-items-center rounded-control hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus aria-pressed:bg-primary-tint aria-pressed:outline-2 aria-pressed:outline-primary"
              onClick={() => onStyle(style === each ? null : each)}
            >
              <StyleSample style={each} />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

type RowsProps = {
  notes: readonly Annotation[];
  store: NoteStore;
  places: AnnotationPlaces;
  removed: readonly Annotation[];
  setRemoved(removed: readonly Annotation[]): void;
};

function Rows({ notes, store, places, removed, setRemoved }: RowsProps) {
  const { t } = useTranslation("reader");
  const { controller } = useReader();
  const [limit, setLimit] = useState(rowsAtOnce);
  const rows = useDeferredValue(notes.slice(0, limit));
  if (!controller) return null;
  const remove = (note: Annotation) => {
    store.remove(note.id);
    setRemoved([...removed, note]);
  };
  const putBack = (note: Annotation) => {
    setRemoved(removed.filter(({ id }) => id !== note.id));
    store.put([note]);
  };
  return (
    <>
      <ul className="list-none ps-0">
        {rows.map((note) => (
          <NoteRow
            key={note.id}
            note={note}
            place={places.get(note.id) ?? null}
            chapter={chapterOf(controller, note, places)}
            percent={percentOf(controller, note)}
            isRemoved={removed.includes(note)}
            onRemove={() => remove(note)}
            onPutBack={() => putBack(note)}
            onChange={(changed) => store.put([changed])}
          />
        ))}
      </ul>
      {notes.length > limit && (
        <div className="p-3">
          <Button type="button" onClick={() => setLimit(limit + rowsAtOnce)}>
            {t("notes.more", { count: notes.length - limit })}
          </Button>
        </div>
      )}
    </>
  );
}

function itemOf({ book }: ReaderController, { target }: Annotation): number | null {
  return book.spine.find(({ href }) => href === target.source)?.index ?? null;
}

function chapterOf(controller: ReaderController, note: Annotation, places: AnnotationPlaces): string | null {
  const item = places.get(note.id)?.item ?? itemOf(controller, note);
  return item === null ? null : (tocEntryAt(controller.language.labelledBook, item)?.label.trim() ?? null);
}

function percentOf(controller: ReaderController, note: Annotation): number | null {
  const item = itemOf(controller, note);
  return item === null ? null : Math.round(percentageOf(controller.book.spine, item, note.target.progression) * 100);
}
