import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import { parsedDocument } from "~/reader/search/parsed-document";
import type { Annotation } from "~/services/contracts/annotations";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { ChevronDown } from "~/ui/icons";
import type { AnnotationFileFault, AnnotationFileForm } from "./annotation-file";
import { locateAnnotations } from "./locate-annotations";
import type { NoteStore } from "./note-store";

type FilesProps = {
  controller: ReaderController;
  store: NoteStore;
  /** In the order of the book. */
  notes: readonly Annotation[];
  chapterOf(note: Annotation): string | null;
};

/** What an import would do; asked before it is done. */
type Preview = {
  title: string | null;
  otherBook: string | null;
  notes: Annotation[];
  /** Of these: without a place in this book, replacing a note of one's own, the same as one's own. */
  lost: number;
  replaced: number;
  known: number;
  skipped: number;
};

/** Notes as files: of other reading programs, or as text; and their import. */
export function NoteFiles({ controller, store, notes, chapterOf }: FilesProps) {
  const { t } = useTranslation("reader");
  const field = useRef<HTMLInputElement>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [fault, setFault] = useState<AnnotationFileFault | "full" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<number | null>(null);
  const reply = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reply is shown, also below the panel's edge
  useEffect(() => {
    // In newer browsers it returns a promise, which React would call as the effect's end.
    reply.current?.scrollIntoView({ block: "nearest" });
  }, [preview, fault, done]);

  const open = async (file: File | undefined) => {
    if (!file) return;
    setFault(null);
    setPreview(null);
    setDone(null);
    setBusy(true);
    const result = await readFile(controller, store, file);
    setBusy(false);
    if (typeof result === "string") setFault(result);
    else setPreview(result);
  };
  const accept = ({ notes: added }: Preview) => {
    setPreview(null);
    if (store.put(added)) setDone(added.length);
    else setFault("full");
  };
  return (
    <details className="mt-4 border-t border-line pt-2">
      <summary className="min-h-12 cursor-pointer rounded-control px-3 py-3 text-14 font-semibold text-ink-soft focus-visible:outline-3 focus-visible:outline-focus">
        {t("notes.files")}
        <Icon of={ChevronDown} className="ms-1 inline size-4 [details[open]_&]:rotate-180" />
      </summary>
      <div className="flex flex-col items-start gap-2 px-3 pb-3">
        {notes.length > 0 && (
          <>
            <Button type="button" onClick={() => void saveText(controller, notes, chapterOf)}>
              {t("notes.save_text")}
            </Button>
            <Button type="button" onClick={() => void saveFile(controller, notes, "thorium")}>
              {t("notes.save_thorium")}
            </Button>
            <Button type="button" onClick={() => void saveFile(controller, notes, "w3c")}>
              {t("notes.save_w3c")}
            </Button>
          </>
        )}
        <Button type="button" busy={isBusy} onClick={() => field.current?.click()}>
          {t("notes.import")}
        </Button>
        <input
          ref={field}
          type="file"
          accept=".annotation,.json,application/json,application/ld+json"
          aria-label={t("notes.import")}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void open(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
        <div ref={reply} role="status" className="w-full">
          {fault && <Banner type="warning">{t(fault === "full" ? "notes.import_full" : `notes.file_${fault}`)}</Banner>}
          {done !== null && <Banner type="success">{t("notes.imported", { count: done })}</Banner>}
          {preview && <Question preview={preview} onAccept={() => accept(preview)} onCancel={() => setPreview(null)} />}
        </div>
      </div>
    </details>
  );
}

function Question({ preview, onAccept, onCancel }: { preview: Preview; onAccept(): void; onCancel(): void }) {
  const { t } = useTranslation("reader");
  const { title, otherBook, notes, lost, replaced, known, skipped } = preview;
  return (
    <Banner
      type={otherBook === null ? "info" : "warning"}
      title={t("notes.found", { count: notes.length })}
      actions={
        <>
          <Button type="button" variant="quiet" onClick={onCancel}>
            {t("bookmark.cancel")}
          </Button>
          {notes.length > 0 && (
            <Button type="button" variant="primary" onClick={onAccept}>
              {t("notes.import_them")}
            </Button>
          )}
        </>
      }
    >
      {otherBook !== null && <p>{t("notes.of_other_book", { title: otherBook || title || "?" })}</p>}
      {otherBook === null && title && <p dir="auto">{title}</p>}
      {lost > 0 && <p>{t("notes.will_be_lost", { count: lost })}</p>}
      {replaced > 0 && <p>{t("notes.will_replace", { count: replaced })}</p>}
      {known > 0 && <p>{t("notes.known", { count: known })}</p>}
      {skipped > 0 && <p>{t("notes.skipped", { count: skipped })}</p>}
    </Banner>
  );
}

async function readFile(
  controller: ReaderController,
  store: NoteStore,
  file: File,
): Promise<Preview | AnnotationFileFault> {
  const { largestNotesFile, readAnnotationFile } = await import("./annotation-file");
  if (file.size > largestNotesFile) return "too_large";
  const read = readAnnotationFile(await file.text(), controller.book, new Date().toISOString());
  if (typeof read === "string") return read;
  const own = new Map((store.state().list ?? []).map((note) => [note.id, note]));
  const isKnown = (note: Annotation) => {
    const before = own.get(note.id);
    return before !== undefined && before.note === note.note && before.style === note.style;
  };
  const added = read.annotations.filter((note) => !isKnown(note));
  let lost = 0;
  const load = ({ href }: { href: string }) => parsedDocument(controller.source, href, controller.language.displayed);
  for await (const places of locateAnnotations(controller.book.spine, added, load)) {
    lost = added.filter(({ id }) => places.get(id) === null).length;
  }
  return {
    title: read.title,
    otherBook: read.otherBook,
    notes: added,
    lost,
    replaced: added.filter(({ id }) => own.has(id)).length,
    known: read.annotations.length - added.length,
    skipped: read.skipped,
  };
}

async function saveFile(controller: ReaderController, notes: readonly Annotation[], form: AnnotationFileForm) {
  const { annotationFile } = await import("./annotation-file");
  const made = { now: new Date().toISOString(), origin: window.location.origin };
  const { book } = controller;
  download(annotationFile(book, notes, form, made), `${fileName(book.title)}.annotation`, "application/ld+json");
}

async function saveText(
  controller: ReaderController,
  notes: readonly Annotation[],
  chapterOf: FilesProps["chapterOf"],
) {
  const { notesAsText } = await import("./annotation-file");
  const chapters = notes.map((annotation) => ({ annotation, chapter: chapterOf(annotation) }));
  const { book } = controller;
  // With a byte order mark, so that every editor reads it as UTF-8.
  download(`\ufeff${notesAsText(book, chapters)}`, `${fileName(book.title)}.txt`, "text/plain;charset=utf-8");
}

/** A title as the name of a file, without letters that a file system refuses. */
function fileName(title: string): string {
  return (
    title
      .replace(/[\\/:*?"<>|\p{Cc}]+/gu, " ")
      .trim()
      .slice(0, 80) || "notes"
  );
}

function download(content: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
