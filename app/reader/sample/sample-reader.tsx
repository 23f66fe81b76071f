import { useNavigate } from "@remix-run/react";
import { useMemo } from "react";
import { callServer } from "~/clients/browser-calls.client";
import { signedSource } from "~/reader/book/content-source";
import { packedBook } from "~/reader/book/packed-once";
import { closeReader } from "~/reader/closing";
import type { PackedOpening } from "~/reader/open-book.server";
import { ReaderScreen } from "~/reader/screen/reader-screen";

/** Key of the settings that this browser stores for visitors; no user's key looks like it. */
export const visitorKey = "visitor";

/**
 * A sample book, for anybody: without places, bookmarks, reading log and events, with settings on the device only.
 * docs/product/choices.md#books.
 */
export function SampleReader({ opening }: { opening: PackedOpening }) {
  const navigate = useNavigate();
  const { bookId, version, resourcesUrl, policy, locations } = opening;
  const book = useMemo(() => packedBook(opening.book), [opening.book]);
  const source = useMemo(
    () => signedSource({ resourcesUrl, policy }, () => fetchPolicy(bookId, version)),
    [bookId, version, resourcesUrl, policy],
  );
  return (
    <ReaderScreen
      book={book}
      uid={visitorKey}
      preferences={null}
      source={source}
      locationsHref={locations?.startsWith(resourcesUrl) ? locations.slice(resourcesUrl.length) : null}
      service="default"
      isOfflineVoiceOnly
      canReload
      close={() => closeReader(navigate)}
    />
  );
}

/** A new policy for the open version, even if a newer one has been added. */
async function fetchPolicy(bookId: string, version: string): Promise<string> {
  const query = new URLSearchParams({ version });
  const response = await callServer(`/try/${encodeURIComponent(bookId)}/policy?${query}`);
  if (!response.ok) throw new Error(`The policy call answered ${response.status}`);
  const { policy } = (await response.json()) as { policy: string };
  return policy;
}
