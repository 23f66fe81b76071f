import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Download, TabletSmartphone, Trash2 } from "~/ui/icons";
import { ProgressBar } from "~/ui/progress-bar";
import type { DownloadOutcome } from "./download-files";
import { type DownloadProgress, downloadProgressOf, onDownloadProgress } from "./download-progress";
import { megabytes } from "./file-size";
import { daysLeft, type OfflineBook } from "./offline-book";
import { useDeviceHolder, useOfflineBooks } from "./use-offline-books";

/** Downloads a book to this device, shows the progress, and removes it. Shown if the browser supports it; needs script. */
export function DeviceDownload({ book }: { book: { id: string; title: string } }) {
  const holder = useDeviceHolder();
  const canDownload = useCanDownload();
  const offlineBook = useOfflineBooks().find(({ bookId }) => bookId === book.id);
  const progress = useDownloadProgress(book.id);
  const [outcome, setOutcome] = useState<DownloadOutcome | null>(null);
  if (!canDownload || !holder) return null;

  async function download() {
    if (!holder) return;
    setOutcome(null);
    const { downloadBook } = await import("./download-book.client");
    setOutcome(await downloadBook(book.id, holder));
  }
  async function remove(offlineId: string) {
    setOutcome(null);
    const { removeFromDevice: dropFromDevice } = await import("./download-book.client");
    await dropFromDevice(offlineId);
  }

  return (
    <section className="mt-5 max-w-md">
      {progress ? (
        <Downloading progress={progress} />
      ) : offlineBook ? (
        <DownloadedBook book={offlineBook} remove={() => void remove(offlineBook.offlineId)} />
      ) : (
        <DownloadButton download={() => void download()} />
      )}
      <DownloadOutcomeMessage outcome={progress ? null : outcome} title={book.title} />
    </section>
  );
}

function DownloadButton({ download }: { download: () => void }) {
  const { t } = useTranslation("offline");
  return (
    <Button type="button" icon={Download} onClick={download}>
      {t("download")}
    </Button>
  );
}

function Downloading({ progress: { received, of, cancel } }: { progress: DownloadProgress }) {
  const { t, i18n } = useTranslation("offline");
  const size = (bytes: number) => megabytes(bytes, i18n.language);
  return (
    <div className="grid gap-3">
      <ProgressBar
        label={t("downloading")}
        value={received}
        max={of || 1}
        text={of > 0 ? t("received", { received: size(received), of: size(of) }) : undefined}
      />
      <Button type="button" size="small" className="justify-self-start" onClick={cancel}>
        {t("cancel")}
      </Button>
    </div>
  );
}

function DownloadedBook({ book: offlineBook, remove }: { book: OfflineBook; remove: () => void }) {
  const { t, i18n } = useTranslation("offline");
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-semibold">
          <Icon of={TabletSmartphone} className="text-success" />
          {t("stored", { size: megabytes(offlineBook.size, i18n.language) })}
        </p>
        <p className="text-14 text-ink-soft">{t("daysLeft", { count: daysLeft(offlineBook, Date.now()) })}</p>
      </div>
      <Button type="button" variant="quiet" icon={Trash2} onClick={remove}>
        {t("remove")}
      </Button>
    </div>
  );
}

/** The result of the download, announced to screen readers too. */
function DownloadOutcomeMessage({ outcome, title }: { outcome: DownloadOutcome | null; title: string }) {
  const { t } = useTranslation("offline");
  const isFault = outcome === "full" || outcome === "gone" || outcome === "failed";
  return (
    <div role="status" className="mt-3 empty:hidden">
      {isFault && (
        <Banner type="error" title={t("notStored", { title })}>
          {t(`fault.${outcome}`)}
        </Banner>
      )}
      {outcome === "stored" && <p className="sr-only">{t("storedNow", { title })}</p>}
    </div>
  );
}

function useDownloadProgress(bookId: string): DownloadProgress | null {
  return useSyncExternalStore(
    onDownloadProgress,
    () => downloadProgressOf(bookId),
    () => null,
  );
}

/** Known in the browser only: over plain http there are no service workers. */
function useCanDownload(): boolean {
  const [canDownload, setCanDownload] = useState(false);
  useEffect(() => setCanDownload("serviceWorker" in navigator && "caches" in window && "indexedDB" in window), []);
  return canDownload;
}
