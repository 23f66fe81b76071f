import { Scripts, ScrollRestoration, UNSAFE_RemixContext, useMatches } from "@remix-run/react";
import { createContext, useContext } from "react";
import { kept } from "./ui/kept";

/** The routes that the browser is told of with the page; null where only the framework knows them, and in the browser. */
export const PageRoutesContext = createContext<string | null>(null);

/**
 * What makes a page alive. Its text is the same for all pages of the same routes, the nonce apart: where a page is written it is
 * kept, since the framework looks for those routes, and writes all of them, each time.
 */
export function PageScripts({ nonce }: { nonce: string | undefined }) {
  const known = useContext(PageRoutesContext);
  const shown = useMatches();
  const renderMeta = useContext(UNSAFE_RemixContext)?.renderMeta;
  if (known === null) return <BothScripts nonce={nonce} />;
  // The framework's own component says this when it writes; the page's data follow only then.
  if (renderMeta) renderMeta.didRenderScripts = true;
  return <KeptScripts nonce={nonce} known={known} shown={shown.map(({ id }) => id).join(" ")} />;
}

function BothScripts({ nonce }: { nonce: string | undefined }) {
  return (
    <>
      <ScrollRestoration nonce={nonce} />
      <Scripts nonce={nonce} />
    </>
  );
}

/** `known` and `shown`: ids of the routes that the browser is told of, and of those that the page is made of. */
type KeptScriptsProps = { nonce: string | undefined; known: string; shown: string };

const KeptScripts = kept(({ nonce }: KeptScriptsProps) => <BothScripts nonce={nonce} />, ["nonce"]);
