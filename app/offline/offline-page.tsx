import { useLoaderData } from "@remix-run/react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { SlowOpening } from "~/reader/panels/slow-opening";
import { Logo } from "~/shell/logo";
import { useShellData } from "~/shell/shell-data";
import { Banner } from "~/ui/banner";
import { LinkButton } from "~/ui/button";
import { BookOpen, LogIn, RotateCw } from "~/ui/icons";
import { Spinner } from "~/ui/spinner";
import { EmptyState } from "~/ui/states";
import { offlinePath } from "./offline-address";
import { accessTo, type DeviceHolder, type OfflineBook } from "./offline-book";
import { OfflineShelf } from "./offline-shelf";
import type { Device, loadOfflinePage } from "./open-device.client";

/** Loaded when a book is opened: the list doesn't need the reader. */
const OfflineReader = lazy(async () => ({ default: (await import("./offline-reader.client")).OfflineReader }));

/**
 * The offline books of the last signed-in user: the list, or with `?book=` the reader. The service worker serves this
 * page without network, so it must not contain personal data: those come from the device's own database.
 * docs/product/reader.md#offline.
 */
export function OfflinePage() {
  const { device, wanted, isLeaving } = useLoaderData<typeof loadOfflinePage>();
  useOwnLook(device.holder);
  const book = device.books.find(({ bookId }) => bookId === wanted);
  const isOpen = book !== undefined && accessTo(book, device.holder, Date.now()) === "open";
  if (isOpen) {
    return (
      <Suspense fallback={<OfflinePageWaiting />}>
        <OfflineReader stored={book} close={leaveBook} />
      </Suspense>
    );
  }
  return (
    <DevicePage
      device={device}
      notHere={wanted !== null && book === undefined}
      toAsk={book ?? null}
      isLeaving={isLeaving}
    />
  );
}

/** With a network, this loads the actual shelf. */
function leaveBook(): void {
  window.location.assign("/bookshelf");
}

/** Content of the cached page until the device's database was read; the same for every URL. */
export function OfflinePageWaiting() {
  const { t } = useTranslation("reader");
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-6 p-4" aria-busy>
      <p role="status" className="flex items-center gap-2">
        <Spinner /> {t("loading")}
      </p>
      <SlowOpening />
    </main>
  );
}

type DevicePageProps = {
  device: Device;
  notHere: boolean;
  toAsk: OfflineBook | null;
  /** The user has signed out offline, and the server does not know yet. */
  isLeaving: boolean;
};

function DevicePage({ device: { holder, books: loaded, isOnline }, notHere, toAsk, isLeaving }: DevicePageProps) {
  const { t } = useTranslation("offline");
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const books = loaded.filter(({ offlineId }) => !removed.has(offlineId));
  const brand = useShellData()?.brand ?? "fabel";
  return (
    <main className="mx-auto min-h-dvh w-full max-w-4xl px-4 py-6 md:px-8 md:py-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Logo brand={brand} />
        <LinkButton to="/bookshelf" reloadDocument icon={isOnline ? BookOpen : RotateCw}>
          {t(isOnline ? "toShelf" : "retry")}
        </LinkButton>
      </div>
      <h1 className="mt-8 text-28 sm:text-36">{t("title")}</h1>
      {!isOnline && books.length > 0 && <p className="mt-2 max-w-[60ch] text-18 text-ink-soft">{t("noNetwork")}</p>}
      <div className="mt-6 grid gap-6">
        {isLeaving && (
          <Banner type="info" title={t("left")}>
            {t("leftHint")}
          </Banner>
        )}
        {notHere && <Banner type="info">{t("notHere")}</Banner>}
        {toAsk && (
          <Banner type="warning" title={t("ask", { title: toAsk.title })}>
            {t("askHint")}
          </Banner>
        )}
        {books.length > 0 ? (
          <OfflineShelf
            books={books}
            holder={holder}
            dropped={(offlineId) => setRemoved((before) => new Set(before).add(offlineId))}
          />
        ) : (
          <EmptyState
            icon={BookOpen}
            title={t(holder ? "none" : "nobody")}
            action={!holder && isOnline ? <LogInLink /> : undefined}
          >
            {t(holder ? "noneHint" : "nobodyHint")}
          </EmptyState>
        )}
      </div>
    </main>
  );
}

function LogInLink() {
  const { t } = useTranslation("offline");
  const address = `/login?${new URLSearchParams({ redirect: offlinePath })}`;
  return (
    <LinkButton to={address} reloadDocument variant="primary" icon={LogIn}>
      {t("logIn")}
    </LinkButton>
  );
}

/** Applies the last signed-in user's language and theme. */
function useOwnLook(holder: DeviceHolder | null): void {
  const { i18n } = useTranslation();
  useEffect(() => {
    if (!holder) return;
    if (holder.theme !== "system") document.documentElement.dataset.theme = holder.theme;
    i18n.changeLanguage(holder.language).catch(console.warn);
  }, [holder, i18n]);
}
