import { type KeyboardEvent, lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { NavEntry } from "~/epub/book";
import { flatToc } from "~/epub/progress";
import { useReader } from "~/reader/controller/reader-context";
import { Icon } from "~/ui/icon";
import { ChevronDown } from "~/ui/icons";
import { Drawer } from "./drawer";
import { DrawerTabs } from "./drawer-tabs";

const MyWords = lazy(() => import("~/reader/words/my-words.client"));

type TabName = "contents" | "words";

/** The tab that was chosen last, as long as the page lives. */
let lastTab: TabName = "contents";

/** The table of contents and, where words can be saved, the reader's own words, in two tabs. docs/product/reader.md#screens. */
export function ContentsDrawer() {
  const { t } = useTranslation("reader");
  const { words } = useReader();
  const canSave = words?.canSave === true;
  const [tab, setTab] = useState<TabName>(canSave ? lastTab : "contents");
  const choose = (chosen: TabName) => {
    lastTab = chosen;
    setTab(chosen);
  };
  const tabs = [
    { name: "contents", label: t("command.contents") },
    { name: "words", label: t("words.title") },
  ] as const;
  return (
    <Drawer title={t(tab === "words" ? "words.title" : "command.contents")} side="start">
      {canSave ? (
        <DrawerTabs label={t("words.tabs")} tabs={tabs} chosen={tab} onChoose={choose}>
          {tab === "words" ? (
            <Suspense fallback={null}>
              <MyWords />
            </Suspense>
          ) : (
            <Contents />
          )}
        </DrawerTabs>
      ) : (
        <Contents />
      )}
    </Drawer>
  );
}

function Contents() {
  const { t } = useTranslation("reader");
  const { book } = useReader();
  return (
    <>
      {book.toc.length === 0 ? (
        <p className="p-3 text-ink-soft">{t("contents_empty")}</p>
      ) : (
        <nav aria-label={t("command.contents")} lang={book.language} dir="auto" onKeyDown={moveByArrow}>
          <Entries entries={book.toc} />
        </nav>
      )}
      <PrintedPages />
    </>
  );
}

/** Pages of the printed book, if the book lists them. EPUB Reading Systems 3.3, page-list. */
function PrintedPages() {
  const { t } = useTranslation("reader");
  const { book, controller, send } = useReader();
  const pages = flatToc(book.pageList).flatMap(({ entry }) => (entry.href ? [{ ...entry, href: entry.href }] : []));
  if (pages.length === 0) return null;
  return (
    <details className="mt-4 border-t border-line pt-2">
      <summary className="min-h-12 cursor-pointer rounded-control px-3 py-3 text-14 font-semibold text-ink-soft focus-visible:outline-3 focus-visible:outline-focus">
        {t("contents_pages")}
        <Icon of={ChevronDown} className="ms-1 inline size-4 [details[open]_&]:rotate-180" />
      </summary>
      <ol className="flex list-none flex-wrap gap-1 px-3 pb-3">
        {pages.map(({ label, href }) => (
          <li key={`${href} ${label}`}>
            <button
              type="button"
              dir="auto"
              className="min-h-11 min-w-11 rounded-control border border-line px-2 text-16 tabular-nums hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus"
              onClick={() => {
                void controller?.navigation.goTo(href);
                send({ type: "closed" });
              }}
            >
              {label}
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Arrow up and down lead to the next entry of the same level, the others to the level above or below. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const item = (event.target as Element).closest("li");
  if (!item) return;
  const isRightToLeft = getComputedStyle(item).direction === "rtl";
  const targets: Record<string, Element | null | undefined> = {
    ArrowDown: item.nextElementSibling,
    ArrowUp: item.previousElementSibling,
    [isRightToLeft ? "ArrowRight" : "ArrowLeft"]: item.parentElement?.closest("li"),
    [isRightToLeft ? "ArrowLeft" : "ArrowRight"]: item.querySelector("li"),
  };
  const button = targets[event.key]?.querySelector("button");
  if (!button) return;
  event.preventDefault();
  button.focus();
}

function Entries({ entries }: { entries: readonly NavEntry[] }) {
  const { controller, snapshot, send } = useReader();
  return (
    <ol className="list-none ps-0 [&_ol]:ps-4">
      {entries.map((entry) => (
        <li key={`${entry.href} ${entry.label}`}>
          {entry.href ? (
            <button
              type="button"
              aria-current={snapshot.entry === entry ? "location" : undefined}
              data-focus-first={snapshot.entry === entry || undefined}
              className="min-h-12 w-full rounded-control px-3 py-2 text-start text-18 hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus aria-[current]:bg-primary-tint aria-[current]:font-semibold aria-[current]:text-primary-strong"
              dir="auto"
              onClick={() => {
                if (entry.href) void controller?.navigation.goTo(entry.href);
                send({ type: "closed" });
              }}
            >
              {entry.label}
            </button>
          ) : (
            <span className="block px-3 pt-3 pb-1 text-14 font-semibold text-ink-soft" dir="auto">
              {entry.label}
            </span>
          )}
          {entry.children.length > 0 && <Entries entries={entry.children} />}
        </li>
      ))}
    </ol>
  );
}
