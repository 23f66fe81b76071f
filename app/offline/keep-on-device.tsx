import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Download, TabletSmartphone, Trash2 } from "~/ui/icons";
import { ProgressBar } from "~/ui/progress-bar";
import { megabytes } from "./file-size";
import type { KeepOutcome } from "./keep-book";
import { type KeepProgress, keepProgressOf, onKeepProgress } from "./keep-progress";
import { daysLeft, type OfflineBook } from "./offline-book";
import { useDeviceHolder, useOfflineBooks } from "./use-offline-books";

/** Downloads a book to this device, shows the progress, and removes it. Shown if the browser supports it; needs script. */
export function KeepOnDevice({ book }: { book: { id: string; title: string } }) {
  const holder = useDeviceHolder();
  const canKeep = useCanKeep();
  const offlineBook = useOfflineBooks().find(({ bookId }) => bookId === book.id);
  const progress = useKeepProgress(book.id);
  const [outcome, setOutcome] = useState<KeepOutcome | null>(null);
  if (!canKeep || !holder) return null;

  async function keep() {
    if (!holder) return;
    setOutcome(null);
    const { keepOnDevice } = await import("./download-book.client");
    setOutcome(await keepOnDevice(book.id, holder));
  }
  async function drop(offlineId: string) {
    setOutcome(null);
    const { dropFromDevice } = await import("./download-book.client");
    await dropFromDevice(offlineId);
  }

  return (
    <section className="mt-5 max-w-md">
      {progress ? (
        <Downloading progress={progress} />
      ) : offlineBook ? (
        <DownloadedBook book={offlineBook} drop={() => void drop(offlineBook.offlineId)} />
      ) : (
        <KeepButton keep={() => void keep()} />
      )}
      <KeepOutcomeMessage outcome={progress ? null : outcome} title={book.title} />
    </section>
  );
}

function KeepButton({ keep }: { keep: () => void }) {
  const { t } = useTranslation("offline");
  return (
    <Button type="button" icon={Download} onClick={keep}>
      {t("keep")}
    </Button>
  );
}

function Downloading({ progress: { received, of, cancel } }: { progress: KeepProgress }) {
  const { t, i18n } = useTranslation("offline");
  const size = (bytes: number) => megabytes(bytes, i18n.language);
  return (
    <div className="grid gap-3">
      <ProgressBar
        label={t("keeping")}
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

function DownloadedBook({ book: offlineBook, drop }: { book: OfflineBook; drop: () => void }) {
  const { t, i18n } = useTranslation("offline");
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-semibold">
          <Icon of={TabletSmartphone} className="text-success" />
          {t("kept", { size: megabytes(offlineBook.size, i18n.language) })}
        </p>
        <p className="text-14 text-ink-soft">{t("daysLeft", { count: daysLeft(offlineBook, Date.now()) })}</p>
      </div>
      <Button type="button" variant="quiet" icon={Trash2} onClick={drop}>
        {t("remove")}
      </Button>
    </div>
  );
}

/** The result of the download, announced to screen readers too. */
function KeepOutcomeMessage({ outcome, title }: { outcome: KeepOutcome | null; title: string }) {
  const { t } = useTranslation("offline");
  const isFault = outcome === "full" || outcome === "gone" || outcome === "failed";
  return (
    <div role="status" className="mt-3 empty:hidden">
      {isFault && (
        <Banner type="error" title={t("notKept", { title })}>
          {t(`fault.${outcome}`)}
        </Banner>
      )}
      {outcome === "kept" && <p className="sr-only">{t("keptNow", { title })}</p>}
    </div>
  );
}

function useKeepProgress(bookId: string): KeepProgress | null {
  return useSyncExternalStore(
    onKeepProgress,
    () => keepProgressOf(bookId),
    () => null,
  );
}

/** Known in the browser only: over plain http there are no service workers. */
function useCanKeep(): boolean {
  const [canKeep, setCanKeep] = useState(false);
  useEffect(() => setCanKeep("serviceWorker" in navigator && "caches" in window && "indexedDB" in window), []);
  return canKeep;
}
