import { useNavigate } from "@remix-run/react";
import { useMemo } from "react";
import { encodePath } from "../epub/paths";
import type { BookOpening } from "../services/contracts/library";
import type { FaultKey } from "./book/book-fault";
import { signedSource } from "./book/content-source";
import { closeReader } from "./closing";
import { firstShown } from "./marks/start";
import { useReadingPlace } from "./marks/use-reading-place";
import { FaultPage } from "./panels/book-error-banner";
import { ReaderScreen } from "./reader-screen";

/** A book from the library in the reader. */
export function ReaderPage({ opening, uid }: { opening: BookOpening; uid: string }) {
  const navigate = useNavigate();
  const { book, bookId, resourcesUrl, policy } = opening;
  // A later answer of the loader carries a later policy; the open book keeps its own source, which renews itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const source = useMemo(
    () => signedSource({ resourcesUrl, policy }, () => fetchPolicy(bookId)),
    [bookId, resourcesUrl],
  );
  const close = useMemo(() => () => closeReader((target) => leave(navigate, target)), [navigate]);
  const { start, savePosition } = useReadingPlace(opening);
  const first = firstShown(book, start);
  return (
    <ReaderScreen
      book={book}
      uid={uid}
      source={source}
      firstPageUrl={first ? `${resourcesUrl}${encodePath(first.href)}?${policy}` : null}
      start={start}
      savePosition={savePosition}
      close={close}
    />
  );
}

/** A book that could not be opened at all. */
export function ReaderFaultPage({ fault }: { fault: FaultKey }) {
  const navigate = useNavigate();
  return <FaultPage fault={fault} close={() => closeReader((target) => leave(navigate, target))} />;
}

function leave(navigate: ReturnType<typeof useNavigate>, target: string | -1): void {
  if (target === -1) navigate(-1);
  else navigate(target);
}

async function fetchPolicy(bookId: string): Promise<string> {
  const response = await fetch(`/reader/${encodeURIComponent(bookId)}/policy`);
  if (!response.ok) throw new Error(`The policy call answered ${response.status}`);
  const { policy } = (await response.json()) as { policy: string };
  return policy;
}
