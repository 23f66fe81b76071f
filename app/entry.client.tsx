import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { startI18n } from "./i18n/i18n.client";
import { untilFirstPageShown } from "./reader/first-page/first-page-shown";
import { holdEvents } from "./rendering/hold-events";
import { sendError, watchErrors } from "./shell/browser-errors";
import { reloadOnceForMissingChunks } from "./shell/missing-chunk";

watchErrors(window, sendError);
reloadOnceForMissingChunks(window, sessionStorage);
lendNonceToStyles();

Promise.all([startI18n(), untilFirstPageShown()]).then(([i18n]) => {
  const releaseEvents = holdEvents(window);
  startTransition(() => {
    hydrateRoot(
      document,
      <I18nextProvider i18n={i18n}>
        <StrictMode>
          <Hydrated onHydrated={releaseEvents}>
            <RemixBrowser />
          </Hydrated>
        </StrictMode>
      </I18nextProvider>,
    );
  });
});

/**
 * Stands around the page, so that it is told once the page is there, and not beside it: with a sibling that the server's page has not, the
 * ids of `useId` are others than those that the server has written, and forms do not find themselves by theirs.
 */
function Hydrated({ onHydrated, children }: { onHydrated: () => void; children: ReactNode }) {
  useEffect(onHydrated, [onHydrated]);
  return children;
}

/** Dialogs lock the page's scrolling with a style element, which the content policy lets in by the page's nonce alone. */
function lendNonceToStyles(): void {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  Object.assign(window, { __webpack_nonce__: nonce });
}
