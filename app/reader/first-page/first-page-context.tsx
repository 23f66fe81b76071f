import { createContext, useContext } from "react";
import { useNonce } from "~/security/nonce";
import address from "./first-page?worker&url";

/** URL of the first-page program as a separate file. */
export const programAddress = address;

/** Input of the first page: its data as JSON, and the program as text; null if the program is loaded by its URL. */
export type FirstPageParts = { data: string; program: string | null };

/** Set while the server renders the page; in the browser it is null, because the program has already run. */
export const FirstPageContext = createContext<FirstPageParts | null>(null);

/** The first page's data and program, placed directly after the stage so that they run before the rest of the page has arrived. */
export function FirstPage() {
  const firstPage = useContext(FirstPageContext);
  const nonce = useNonce();
  return (
    <>
      <script
        id="first-page-data"
        type="application/json"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON from the server, escaped so that it cannot close the script element
        dangerouslySetInnerHTML={{ __html: firstPage?.data ?? "" }}
      />
      {firstPage?.program === null ? (
        <script async src={programAddress} suppressHydrationWarning />
      ) : (
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the content is our own built program
          dangerouslySetInnerHTML={{ __html: firstPage?.program ?? "" }}
        />
      )}
    </>
  );
}
