import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { isOneWord } from "~/epub/words";
import { useReader, type WordPlace } from "~/reader/controller/reader-context";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import type { AnnotationStyle } from "~/services/contracts/annotation-values";
import type { Annotation } from "~/services/contracts/annotations";
import type { NoteSet } from "~/services/contracts/class-notes";
import { TeachersNote, WritingBar } from "./class-notes-on-page";
import type { ClassNotesState, ClassNotesStore } from "./class-notes-store";
import { changedAnnotation, newAnnotation } from "./new-annotation";
import { NoteEditor } from "./note-editor";
import type { NoteState, NoteStore } from "./note-store";
import { openClassNotes } from "./open-class-notes.client";
import { openNoteStore } from "./open-notes.client";
import { PageNotes } from "./page-notes.client";
import { noteAround, type SelectedText } from "./selected-text";
import { SelectionBar } from "./selection-bar";
import { useKeyboardSelection } from "./use-keyboard-selection";
import { useSelectedText } from "./use-selected-text";

const nothing = () => () => undefined;
const unknown: NoteState = { list: null, failed: null };
const noClass: ClassNotesState = { notes: null, failed: null, writing: null };

/** Selecting text, and the notes on the pages. docs/product/reader.md#highlights-and-notes. */
export default function NotesLayer() {
  const { controller, notes } = useReader();
  if (!controller) return null;
  return (
    <Layer
      controller={controller}
      ownNotes={notes && openNoteStore(notes)}
      classNotes={notes && openClassNotes(notes)}
    />
  );
}

type LayerProps = { controller: ReaderController; ownNotes: NoteStore | null; classNotes: ClassNotesStore | null };

function Layer({ controller, ownNotes, classNotes }: LayerProps) {
  const { t } = useTranslation("reader");
  const { chrome, selecting, words, wordCard } = useReader();
  const { notes: known, writing } = useSyncExternalStore(
    classNotes?.subscribe ?? nothing,
    classNotes?.state ?? (() => noClass),
  );
  const written = known?.data.find(({ id }) => id === writing) ?? null;
  // A teacher who writes for a class sees and changes that set instead of the own notes.
  const store = classNotes && written ? classNotes.notesOf(written.id) : ownNotes;
  const ofTeachers = useMemo(() => known?.data.filter((set) => set.isForPupil && !set.isHidden) ?? [], [known]);
  const page = usePageNotes(controller, store, { ofTeachers, isForClass: written !== null });
  const bar = useRef<HTMLElement>(null);
  const [edited, setEdited] = useState<Annotation | null>(null);
  const [message, setMessage] = useState("");
  const { selected, clear, current, readNow } = useSelectedText(controller, page);
  const leave = () => {
    selecting.set(false);
    clear();
  };
  useKeyboardSelection(controller, page, {
    isOn: selecting.isOn && !edited,
    leave,
    selected: readNow,
    chosen: () => bar.current?.querySelector("button")?.focus(),
  });
  useEscape(controller, () => (current.current ? leave() : null));
  const isBarShown = selected !== null && page !== null && !edited && chrome.drawer === null && wordCard.place === null;
  const note = isBarShown ? noteAround(page.notesOn(selected.frame), selected) : null;
  const ofTeacher = isBarShown ? noteAround(page.teachersNotesOn(selected.frame), selected) : null;
  const setOfNote = ofTeacher && ofTeachers.find(({ notes }) => notes.includes(ofTeacher));

  const put = (annotation: Annotation | null, done: string) => {
    if (!annotation) controller.notify("notes.too_long");
    else if (!store?.put([annotation])) controller.notify(written ? "class_notes.full" : "notes.full");
    else {
      setMessage(done);
      // Otherwise nothing would be seen of it.
      if (!written) controller.changeSettings({ showsNotes: true });
    }
    leave();
  };
  const actions = isBarShown && {
    onStyle: (style: AnnotationStyle) =>
      put(
        note ? changedAnnotation(note, { style }) : newAnnotation(page, selected, style),
        t("notes.marked", { style: t(`notes.style.${style}`) }),
      ),
    onNote: () => {
      const annotation = note ?? newAnnotation(page, selected, "yellow");
      if (annotation) setEdited(annotation);
      else controller.notify("notes.too_long");
    },
    onRemove: () => {
      if (note) store?.remove(note.id);
      setMessage(t("notes.removed"));
      leave();
    },
    onCopy: selected.element ? null : () => void copy(selected).then(() => setMessage(t("notes.copied"))),
    onRead: readerOf(controller, page, selected),
    onLookUp: words && lookUpOf(page, selected, wordCard.open),
  };
  return (
    <>
      <p role="status" className="sr-only">
        {selecting.isOn && !message ? t("notes.selecting") : message}
      </p>
      {selecting.isOn && selected && (
        <p role="status" className="sr-only" dir="auto">
          {selected.text}
        </p>
      )}
      {actions && (
        <SelectionBar
          bar={bar}
          box={selected.box}
          style={store ? (note?.style ?? null) : undefined}
          onClose={leave}
          {...actions}
        >
          {setOfNote && <TeachersNote note={ofTeacher} set={setOfNote} />}
        </SelectionBar>
      )}
      {written && store && !edited && chrome.drawer === null && (
        <WritingBar set={written} store={store} onDone={() => classNotes?.write(null)} />
      )}
      {edited && (
        <NoteEditor
          annotation={edited}
          onCancel={() => setEdited(null)}
          onSave={(text) => {
            put(changedAnnotation(edited, { note: text }), t("notes.saved"));
            setEdited(null);
          }}
        />
      )}
    </>
  );
}

/** Draws the notes on the loaded pages, as long as the reader is open. */
function usePageNotes(
  controller: ReaderController,
  store: NoteStore | null,
  { ofTeachers, isForClass }: { ofTeachers: readonly NoteSet[]; isForClass: boolean },
): PageNotes | null {
  const [page, setPage] = useState<PageNotes | null>(null);
  useEffect(() => {
    const made = new PageNotes(controller);
    setPage(made);
    return () => made.destroy();
  }, [controller]);
  const { list } = useSyncExternalStore(store?.subscribe ?? nothing, store?.state ?? (() => unknown));
  const { showsNotes } = useReader().snapshot.settings;
  // What a teacher writes for a class is always drawn.
  const isDrawn = showsNotes || isForClass;
  useEffect(
    () =>
      page?.show(
        (isDrawn && list) || [],
        ofTeachers.flatMap(({ notes }) => notes),
      ),
    [page, list, isDrawn, ofTeachers],
  );
  useEffect(() => {
    if (!store) return;
    window.addEventListener("online", store.retry);
    return () => window.removeEventListener("online", store.retry);
  }, [store]);
  return page;
}

/** Escape ends the selection before it closes anything else. */
function useEscape(controller: ReaderController, end: () => void): void {
  const latest = useRef(end);
  latest.current = end;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if ((event.target as Element | null)?.closest?.("aside, [role=dialog]")) return;
      latest.current();
    };
    const aborter = new AbortController();
    const options = { capture: true, signal: aborter.signal };
    window.addEventListener("keydown", press, options);
    const listen = ({ document: content }: { document: Document }) =>
      content.addEventListener("keydown", press, options);
    for (const frame of controller.view.openFrames) listen(frame);
    controller.frameListeners.add(listen);
    return () => {
      aborter.abort();
      controller.frameListeners.delete(listen);
    };
  }, [controller]);
}

function readerOf(controller: ReaderController, page: PageNotes, selected: SelectedText): (() => void) | null {
  const { readSelection } = controller;
  const range = selected.element ? null : page.rangeOf(selected.frame.document, selected);
  return readSelection && range ? () => readSelection({ frame: selected.frame, range }) : null;
}

/** Explains a single selected word. */
function lookUpOf(page: PageNotes, selected: SelectedText, open: (word: WordPlace) => void): (() => void) | null {
  const { frame, element, text } = selected;
  const range = element || !isOneWord(text) ? null : page.rangeOf(frame.document, selected);
  return range ? () => open({ frame, range }) : null;
}

/** Without the clipboard API, which needs https, the browser copies the selection itself. */
async function copy({ frame, text }: SelectedText): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    frame.document.execCommand("copy");
  }
}
