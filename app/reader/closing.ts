const bookshelf = "/shelves";
const libraryShelf = "/library/bookshelf";

/** Where the reader leads when it is closed; null: back in history. docs/product/reader.md#screens (Closing the reader). */
export function closingTarget(address: { pathname: string; search: string }): string | null {
  if (new URLSearchParams(address.search).get("origin") === "polylino") return bookshelf;
  if ((address.pathname + address.search).includes("library")) return libraryShelf;
  return null;
}

/** What the browser knows about the page before the reader. */
export type PageBefore = {
  /** Address of the entry before in the history; null if the browser does not expose it. */
  entry: string | null;
  /** Address of the page that linked here; empty where none did. */
  referrer: string;
  /** Whether the app itself came from another of its pages. */
  isInApp: boolean;
};

/**
 * What closing does: `back` in history, or an address. A shelf that is next in history is gone back to, with its search, filters and
 * scroll. A page that was opened by its address, or through log-in, has nothing to go back to: then the shelf.
 */
export function closingStep(
  address: { pathname: string; search: string; origin: string },
  before: PageBefore,
): "back" | { to: string } {
  const target = closingTarget(address);
  const previous = before.entry ?? (before.referrer || null);
  const path = previous === null ? null : ownPath(previous, address.origin);
  if (target !== null) return path === target ? "back" : { to: target };
  if (path?.startsWith("/login")) return { to: bookshelf };
  return previous !== null || before.isInApp ? "back" : { to: bookshelf };
}

/** Path of an address of ours; null for anybody else's. */
function ownPath(address: string, origin: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.origin === origin ? url.pathname : null;
}

/** Closes the reader. @param navigate goes to an address within the app */
export function closeReader(navigate: (target: string) => void): void {
  const step = closingStep(window.location, pageBefore());
  if (step === "back") window.history.back();
  else navigate(step.to);
}

/** The part of the Navigation API that is used; not every browser has it. */
type SessionHistory = { currentEntry: { index: number } | null; entries(): { url: string | null }[] };

function pageBefore(): PageBefore {
  const { navigation } = window as { navigation?: SessionHistory };
  const index = navigation?.currentEntry?.index ?? 0;
  return {
    entry: navigation?.entries()[index - 1]?.url ?? null,
    referrer: document.referrer,
    isInApp: window.history.state?.idx > 0,
  };
}
