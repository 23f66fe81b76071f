import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import type { BookmarkState } from "~/reader/marks/bookmark-store";
import { inReadingOrder } from "~/reader/marks/bookmarks";
import type { Bookmark } from "~/services/contracts/library";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Trash2, Undo2 } from "~/ui/icons";
import { Drawer } from "./drawer";
import { DrawerTabs } from "./drawer-tabs";

const nothing = () => () => undefined;
const unknown: BookmarkState = { list: null, failed: null };
const round =
  "grid size-12 shrink-0 place-items-center rounded-full hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus";

const NotesList = lazy(() => import("~/reader/notes/notes-list.client"));

type TabName = "bookmarks" | "notes";

/** The tab that was chosen last, as long as the page lives. */
let lastTab: TabName = "bookmarks";

/** The user's bookmarks and notes in the book, in two tabs. docs/product/reader.md#screens. */
export default function BookmarksDrawer() {
  const { t } = useTranslation("reader");
  const { notes } = useReader();
  const [tab, setTab] = useState<TabName>(notes ? lastTab : "bookmarks");
  const choose = (chosen: TabName) => {
    lastTab = chosen;
    setTab(chosen);
  };
  const tabs = [
    { name: "bookmarks", label: t("command.bookmarks") },
    { name: "notes", label: t("notes.title") },
  ] as const;
  return (
    <Drawer title={t(tab === "notes" ? "notes.title" : "command.bookmarks")} side="start">
      {notes ? (
        <DrawerTabs label={t("notes.tabs")} tabs={tabs} chosen={tab} onChoose={choose}>
          {tab === "notes" ? (
            <Suspense fallback={null}>
              <NotesList />
            </Suspense>
          ) : (
            <Bookmarks />
          )}
        </DrawerTabs>
      ) : (
        <Bookmarks />
      )}
    </Drawer>
  );
}

/** The bookmarks. A removed one can be restored while the list is open. */
function Bookmarks() {
  const { t } = useTranslation("reader");
  const { book, bookmarks } = useReader();
  const [removed, setRemoved] = useState<readonly Bookmark[]>([]);
  const { list, failed } = useSyncExternalStore(
    bookmarks?.subscribe ?? nothing,
    () => bookmarks?.state() ?? unknown,
    () => unknown,
  );
  useEffect(() => void bookmarks?.load(), [bookmarks]);

  const rows = inReadingOrder(book, [...(list ?? []), ...removed]);
  const remove = (bookmark: Bookmark) => {
    bookmarks?.remove(bookmark.id);
    setRemoved([...removed, bookmark]);
  };
  const putBack = (bookmark: Bookmark) => {
    setRemoved(removed.filter(({ id }) => id !== bookmark.id));
    void bookmarks?.add(bookmark);
  };
  return (
    <>
      {failed && (
        <Banner
          type="warning"
          actions={
            <Button type="button" onClick={bookmarks?.retry}>
              {t("bookmark.try_again")}
            </Button>
          }
        >
          {t(`bookmark.${failed}_failed`)}
        </Banner>
      )}
      {rows.length === 0 ? (
        <p className="p-3 text-ink-soft">{list && t("bookmark.empty")}</p>
      ) : (
        <ul className="list-none ps-0">
          {rows.map(({ bookmark, progress }) => (
            <li key={bookmark.id} className="flex items-center gap-1">
              {removed.includes(bookmark) ? (
                <Removed bookmark={bookmark} onPutBack={() => putBack(bookmark)} />
              ) : (
                <Row bookmark={bookmark} progress={progress} onRemove={() => remove(bookmark)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Row({ bookmark, progress, onRemove }: { bookmark: Bookmark; progress: number; onRemove(): void }) {
  const { t } = useTranslation("reader");
  const { controller, send } = useReader();
  return (
    <>
      <button
        type="button"
        className="min-h-12 min-w-0 flex-1 rounded-control px-3 py-2 text-start hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus"
        onClick={() => {
          void controller?.navigation.goToPosition(bookmark.position);
          send({ type: "closed" });
        }}
      >
        <span className="block text-18 break-words" dir="auto">
          {bookmark.name}
        </span>
        <span className="block text-14 text-ink-soft">{t("percent", { percent: Math.round(progress * 100) })}</span>
      </button>
      <button
        type="button"
        aria-label={t("bookmark.remove", { name: bookmark.name })}
        className={`${round} text-ink-soft`}
        onClick={onRemove}
      >
        <Icon of={Trash2} className="size-5" />
      </button>
    </>
  );
}

function Removed({ bookmark, onPutBack }: { bookmark: Bookmark; onPutBack(): void }) {
  const { t } = useTranslation("reader");
  return (
    <>
      <span
        role="status"
        className="min-w-0 flex-1 px-3 py-2 text-18 break-words text-ink-soft line-through"
        dir="auto"
      >
        {bookmark.name}
      </span>
      <button
        // biome-ignore lint/a11y/noAutofocus: it replaces the button that was pressed, so the focus would be lost
        autoFocus
        type="button"
        aria-label={t("bookmark.put_back", { name: bookmark.name })}
        className={`${round} text-primary-strong`}
        onClick={onPutBack}
      >
        <Icon of={Undo2} className="size-5" />
      </button>
    </>
  );
}
