const bookshelf = "/shelves";
const landing = "/";
const libraryShelf = "/library/bookshelf";

/** Target of closing the reader; null: back in history. docs/product/reader.md#screens (Closing the reader). */
export function closingTarget(address: { pathname: string; search: string }): string | null {
  // A sample book is open to visitors, who have no shelf.
  if (address.pathname.startsWith("/try/")) return landing;
  if (new URLSearchParams(address.search).get("origin") === "polylino") return bookshelf;
  if ((address.pathname + address.search).includes("library")) return libraryShelf;
  return null;
}

/** Information from the browser about the previous page. */
export type PageBefore = {
  /** URL of the previous history entry; null if the browser does not expose it. */
  entry: string | null;
  /** URL of the page that linked here; empty if none did. */
  referrer: string;
  /** Whether the previous page belongs to the same app session. */
  isInApp: boolean;
};

/**
 * How to close the reader: `back` in history, or a navigation. If the shelf is the previous entry, going back restores
 * its search, filters and scroll position. A page opened by URL or through sign-in has no previous page: then the
 * shelf.
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

/** Path of a URL of this origin; null for any other. */
function ownPath(address: string, origin: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.origin === origin ? url.pathname : null;
}

/** Closes the reader. @param navigate navigates within the app */
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
