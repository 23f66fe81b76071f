import { createContext, useContext } from "react";
import { useNonce } from "~/security/nonce";
import address from "./first-page?worker&url";

/** Where the program is to be had by itself. */
export const programAddress = address;

/**
 * What shows the first page before the reader is there: its data as JSON, and the program as text; null if it is loaded by its address.
 */
export type FirstPageParts = { data: string; program: string | null };

/** Known while the server writes the page; in the browser it has been read already. */
export const FirstPageContext = createContext<FirstPageParts | null>(null);

/** The first page's data and program, right behind the stage, so that they run before the rest of the page has come. */
export function FirstPage() {
  const firstPage = useContext(FirstPageContext);
  const nonce = useNonce();
  return (
    <>
      <script
        id="first-page-data"
        type="application/json"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of the server in which no tag can end
        dangerouslySetInnerHTML={{ __html: firstPage?.data ?? "" }}
      />
      {firstPage?.program === null ? (
        <script async src={programAddress} suppressHydrationWarning />
      ) : (
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own program as it was built
          dangerouslySetInnerHTML={{ __html: firstPage?.program ?? "" }}
        />
      )}
    </>
  );
}
