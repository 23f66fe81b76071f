import { useNavigate } from "@remix-run/react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Book } from "~/epub/book";
import type { RejectionReason } from "~/epub/ingest/rejection";
import { closeReader } from "~/reader/closing";
import { SlowOpening } from "~/reader/panels/slow-opening";
import { ReaderScreen } from "~/reader/screen/reader-screen";
import { Banner } from "~/ui/banner";
import { Button, buttonClasses } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { BookOpen } from "~/ui/icons";
import { Spinner } from "~/ui/spinner";
import { type LocalSource, localSource } from "./local-source";
import { openLocalBook } from "./open-archive.client";

type Preview = { book: Book; source: LocalSource };

/**
 * Test mode: reads a book from this device without uploading it and without saving positions or bookmarks.
 * docs/product/reader.md#screens.
 */
export function TestPlayer({ uid }: { uid: string }) {
  const navigate = useNavigate();
  const close = () => closeReader(navigate);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [refused, setRefused] = useState<RejectionReason | null>(null);
  const [isOpening, setOpening] = useState(false);

  useEffect(() => () => preview?.source.release(), [preview]);

  async function choose(file: File | undefined) {
    if (!file || isOpening) return;
    setOpening(true);
    setRefused(null);
    const opened = await openLocalBook(file);
    setOpening(false);
    if (opened.kind === "refused") setRefused(opened.reason);
    else setPreview({ book: opened.book, source: localSource(opened.files, browserMarkup()) });
  }

  if (preview) {
    return (
      <ReaderScreen
        book={preview.book}
        uid={uid}
        preferences={null}
        source={preview.source}
        locationsHref={null}
        service="default"
        isOfflineVoiceOnly
        canReload={false}
        close={close}
      />
    );
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
  const { t: tBooks } = useTranslation("books");
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (chosen: HTMLInputElement) => {
    choose(chosen.files?.[0]);
    // Allows choosing the same file again after it was repaired.
    chosen.value = "";
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for a file that was chosen before hydration
  useEffect(() => {
    if (input.current?.files?.length) take(input.current);
  }, []);
  return (
    <main
      className="reader grid grid-cols-[minmax(0,1fr)] place-items-center overflow-y-auto p-4"
      data-reader=""
      data-state="choosing"
    >
      <div className="grid w-full max-w-xl grid-cols-1 gap-4">
        {refused && (
          <Banner type="error" title={t("error_fault_in_book_message")}>
            {tBooks(`refused.${refused}`)}
          </Banner>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut; the field inside does the same */}
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
          <Icon of={BookOpen} className="size-12 stroke-[1.5] text-primary" />
          <h1 className="text-28">{t("test_player.title")}</h1>
          <p className="max-w-[40ch] text-ink-soft" id={`${field}-hint`}>
            {t("test_player.hint")}
          </p>
          <label
            htmlFor={field}
            className={`${buttonClasses({ variant: "primary", size: "large" })} cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
          >
            {t("select_book")}
            <input
              ref={input}
              id={field}
              type="file"
              accept=".epub,application/epub+zip"
              aria-describedby={`${field}-hint`}
              className="sr-only"
              onChange={(event) => take(event.currentTarget)}
            />
          </label>
          <p role="status" className="flex min-h-6 items-center gap-2 empty:hidden">
            {isOpening && (
              <>
                <Spinner /> {t("loading")}
              </>
            )}
          </p>
          {isOpening && <SlowOpening />}
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
