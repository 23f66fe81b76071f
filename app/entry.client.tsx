import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { sendError, watchErrors } from "./http/browser-errors";
import { startI18n } from "./i18n/i18n.client";
import { untilFirstPageShown } from "./reader/first-page/first-page-shown";
import { holdEvents } from "./rendering/hold-events";
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
 * Calls back after hydration. It wraps the page: as a sibling, which the server's tree does not have, it would change the ids of
 * `useId`, and forms would not match theirs.
 */
function Hydrated({ onHydrated, children }: { onHydrated: () => void; children: ReactNode }) {
  useEffect(onHydrated, [onHydrated]);
  return children;
}

/** Dialogs lock scrolling with a style element, which the content security policy allows only with the page's nonce. */
function lendNonceToStyles(): void {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  Object.assign(window, { __webpack_nonce__: nonce });
}
