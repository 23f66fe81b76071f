import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { startI18n } from "./i18n/i18n.client";
import { untilReady } from "./rendering/first-render";
import { sendError, watchErrors } from "./shell/browser-errors";
import { reloadOnceForMissingChunks } from "./shell/missing-chunk";

watchErrors(window, sendError);
reloadOnceForMissingChunks(window, sessionStorage);
lendNonceToStyles();

Promise.all([startI18n(), untilReady(() => RemixBrowser({}))]).then(([i18n]) =>
  startTransition(() => {
    hydrateRoot(
      document,
      <I18nextProvider i18n={i18n}>
        <StrictMode>
          <RemixBrowser />
        </StrictMode>
      </I18nextProvider>,
    );
  }),
);

/** Dialogs lock the page's scrolling with a style element, which the content policy lets in by the page's nonce alone. */
function lendNonceToStyles(): void {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  Object.assign(window, { __webpack_nonce__: nonce });
}
