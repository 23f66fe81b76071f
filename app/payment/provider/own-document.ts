import { useEffect } from "react";
import type { Provider } from "./provider.server";

/** Pages whose content security policy allows the provider's script. docs/security.md, line 30. */
const paymentPages = /^\/(signup|subscription)(\/|$)/;

/**
 * Whether the provider's script would be blocked: after a client-side navigation the first page's content security policy still applies.
 * A script from our own address is allowed everywhere.
 * @param documentUrl the address that the browser loaded, not the one in the address bar
 */
export function needsOwnDocument(documentUrl: string, scriptUrl: string | null): boolean {
  const isOurs = scriptUrl?.startsWith("/") ?? false;
  return !isOurs && !paymentPages.test(new URL(documentUrl).pathname);
}

/** Reloads the page if its document was loaded with another page's policy. */
export function useOwnDocument(provider: Provider | null): void {
  useEffect(() => {
    const [loaded] = performance.getEntriesByType("navigation");
    if (provider && loaded && needsOwnDocument(loaded.name, provider.scriptUrl)) window.location.reload();
  }, [provider]);
}
