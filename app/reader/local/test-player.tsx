import { useNavigate } from "@remix-run/react";
import { BookOpen } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Book } from "../../epub/book";
import type { RejectionReason } from "../../epub/intake/rejection";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Spinner } from "../../ui/spinner";
import { closeReader } from "../closing";
import { ReaderScreen } from "../reader-screen";
import { type LocalSource, localSource } from "./local-source";
import { openArchive } from "./open-archive.client";

type Preview = { book: Book; source: LocalSource };

/** Test mode: a book from this device, read without being uploaded, and without marks. Spec 2, section 2. */
export function TestPlayer({ uid }: { uid: string }) {
  const navigate = useNavigate();
  const close = () => closeReader((target) => (target === -1 ? navigate(-1) : navigate(target)));
  const [preview, setPreview] = useState<Preview | null>(null);
  const [refused, setRefused] = useState<RejectionReason | null>(null);
  const [isOpening, setOpening] = useState(false);

  useEffect(() => () => preview?.source.release(), [preview]);

  async function choose(file: File | undefined) {
    if (!file || isOpening) return;
    setOpening(true);
    setRefused(null);
    const opened = await openArchive(file);
    setOpening(false);
    if (opened.kind === "refused") setRefused(opened.reason);
    else setPreview({ book: opened.book, source: localSource(opened.files, browserMarkup()) });
  }

  if (preview) {
    return <ReaderScreen book={preview.book} uid={uid} source={preview.source} firstPageUrl={null} close={close} />;
  }
  return <FilePicker isOpening={isOpening} refused={refused} choose={(file) => void choose(file)} close={close} />;
}

function browserMarkup() {
  return {
    parse: (text: string) => new DOMParser().parseFromString(text, "application/xhtml+xml"),
    serialize: (document: Document) => new XMLSerializer().serializeToString(document),
  };
}

type FilePickerProps = {
  isOpening: boolean;
  refused: RejectionReason | null;
  choose(file: File | undefined): void;
  close(): void;
};

function FilePicker({ isOpening, refused, choose, close }: FilePickerProps) {
  const { t } = useTranslation("reader");
  const { t: tellBook } = useTranslation("books");
  const field = useId();
  const [isOver, setOver] = useState(false);
  return (
    <main className="reader grid place-items-center overflow-y-auto p-4" data-reader="" data-state="choosing">
      <div className="grid w-full max-w-xl gap-4">
        <h1 className="sr-only">{t("test_player.title")}</h1>
        {refused && (
          <Banner type="error" title={t("error_fault_in_book_message")}>
            {tellBook(`refused.${refused}`)}
          </Banner>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a file may also be dropped here; the field inside does the same */}
        <div
          data-over={isOver || undefined}
          className="grid justify-items-center gap-4 rounded-card border-2 border-dashed border-line-strong bg-raised p-8 text-center shadow-low data-over:border-primary data-over:bg-primary-tint"
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            choose(event.dataTransfer.files[0]);
          }}
        >
          <BookOpen aria-hidden className="size-12 text-primary" strokeWidth={1.5} />
          <label htmlFor={field} className="font-semibold text-22">
            {t("select_book")}
          </label>
          <p className="text-ink-soft" id={`${field}-hint`}>
            {t("test_player.hint")}
          </p>
          <input
            id={field}
            type="file"
            accept=".epub,application/epub+zip"
            aria-describedby={`${field}-hint`}
            className="max-w-full rounded-control text-16 file:me-3 file:min-h-11 file:cursor-pointer file:rounded-control file:border-0 file:bg-primary file:px-4 file:font-semibold file:text-on-primary focus-visible:outline-3 focus-visible:outline-focus"
            onChange={(event) => {
              choose(event.currentTarget.files?.[0]);
              // The same file can be chosen again after it was mended.
              event.currentTarget.value = "";
            }}
          />
          <p role="status" className="flex min-h-6 items-center gap-2">
            {isOpening && (
              <>
                <Spinner /> {t("loading")}
              </>
            )}
          </p>
        </div>
        <div className="justify-self-center">
          <Button type="button" variant="quiet" onClick={close}>
            {t("back")}
          </Button>
        </div>
      </div>
    </main>
  );
}
