import { useEffect } from "react";
import type { Provider } from "./provider.server";

/** Pages whose content policy lets the provider in. docs/security.md, line 30. */
const paymentPages = /^\/(signup|subscription)(\/|$)/;

/**
 * Whether the provider's script would be blocked: a page that was come to by a link within another page still has that page's content
 * policy. A script of our own address is let in everywhere.
 * @param documentUrl the address that the browser loaded, not the one that it shows
 */
export function needsOwnDocument(documentUrl: string, scriptUrl: string | null): boolean {
  const isOurs = scriptUrl?.startsWith("/") ?? false;
  return !isOurs && !paymentPages.test(new URL(documentUrl).pathname);
}

/** Loads the page anew where it has no policy of its own. */
export function useOwnDocument(provider: Provider | null): void {
  useEffect(() => {
    const [loaded] = performance.getEntriesByType("navigation");
    if (provider && loaded && needsOwnDocument(loaded.name, provider.scriptUrl)) window.location.reload();
  }, [provider]);
}
