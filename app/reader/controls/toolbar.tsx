import { commandOf } from "~/reader/commands/commands";
import { useReader } from "~/reader/controller/reader-context";
import {
  ALargeSmall,
  Bookmark,
  BookmarkPlus,
  CircleHelp,
  Languages,
  ListChecks,
  ListTree,
  Search,
  X,
} from "~/ui/icons";
import { CommandButton } from "./icon-button";

/**
 * Button groups at both sides; from tablet width they are equally wide, which centres the title. A container query,
 * because the assignments panel may narrow the bar.
 */
const side = "flex items-center gap-1 @max-[18rem]:contents @max-[22rem]:gap-0 @min-[46rem]:flex-1 @min-[46rem]:gap-3";

/** The top bar. docs/product/reader.md#screens (Toolbar buttons). */
export function Toolbar() {
  const store = useReader();
  const { book, bookmarks, chrome, snapshot, submissions } = store;
  return (
    <header data-shown={chrome.areBarsShown || undefined} className="reader-bar reader-bar-top @container">
      <div className="flex min-h-16 items-center gap-1 px-2 @max-[18rem]:flex-wrap @max-[18rem]:justify-center @max-[22rem]:gap-0 @max-[22rem]:px-1 @min-[46rem]:px-4">
        <div className={side}>
          <CommandButton command="contents" icon={ListTree} isExpanded={chrome.drawer === "contents"} />
          {bookmarks && (
            <CommandButton command="bookmarks" icon={Bookmark} isExpanded={chrome.drawer === "bookmarks"} />
          )}
          {commandOf("languages").isAvailable(store) && (
            <CommandButton command="languages" icon={Languages} isExpanded={chrome.drawer === "languages"} />
          )}
          {submissions && (
            <CommandButton command="submissions" icon={ListChecks} isExpanded={submissions.panel.frame === "open"} />
          )}
        </div>
        <div className="toolbar-title min-w-0 flex-1 px-2 text-center @max-[22rem]:px-0 @min-[46rem]:max-w-2/5 @min-[46rem]:flex-none">
          <p
            className="truncate text-16 font-semibold @max-[22rem]:hidden"
            dir={book.textDirection ?? "auto"}
            lang={book.language}
          >
            {book.title}
          </p>
          {snapshot.entry && snapshot.entry.label !== book.title && (
            <p className="truncate text-14 text-ink-soft @max-[22rem]:hidden" dir="auto" lang={book.language}>
              {snapshot.entry.label}
            </p>
          )}
        </div>
        <div className={`${side} justify-end`}>
          {bookmarks && (
            <CommandButton
              command="add_bookmark"
              icon={BookmarkPlus}
              isExpanded={chrome.drawer === "add-bookmark"}
              leavesFocus
            />
          )}
          <span className="hidden @min-[37.5rem]:contents">
            <CommandButton command="search" icon={Search} isExpanded={chrome.drawer === "search"} />
            {commandOf("comfort").isAvailable(store) && (
              <CommandButton command="comfort" icon={ALargeSmall} isExpanded={chrome.drawer === "comfort"} />
            )}
          </span>
          {/* Tablets usually have no keyboard, and no space for this button. */}
          <span className="hidden @min-[60rem]:contents">
            <CommandButton command="help" icon={CircleHelp} isExpanded={chrome.drawer === "help"} />
          </span>
          <CommandButton command="close" icon={X} />
        </div>
      </div>
    </header>
  );
}
