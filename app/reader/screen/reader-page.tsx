import { useNavigate } from "@remix-run/react";
import { useCallback, useMemo } from "react";
import { useOutboxOwner } from "~/browser-outbox/use-outbox";
import { callServer } from "~/clients/browser-calls.client";
import { signedSource } from "~/reader/book/content-source";
import { packedBook } from "~/reader/book/packed-once";
import { closeReader } from "~/reader/closing";
import { useBookmarks } from "~/reader/marks/use-bookmarks";
import { useReadingPlace } from "~/reader/marks/use-reading-place";
import { fetchNextBook } from "~/reader/next-book";
import type { PackedOpening } from "~/reader/open-book.server";
import { readerKey } from "~/reader/reader-key";
import { useReadingRecorder } from "~/reader/recording/use-reading-recorder";
import { serviceThemeOf } from "~/reader/service-theme";
import type { ReaderPreferences } from "~/services/contracts/account";
import { useShellData } from "~/shell/shell-data";
import { ReaderScreen } from "./reader-screen";

/** A book from the library in the reader. */
export function ReaderPage({
  opening,
  uid,
  origin,
  preferences,
}: {
  opening: PackedOpening;
  uid: string;
  origin: string | null;
  preferences: ReaderPreferences | null;
}) {
  const navigate = useNavigate();
  const isStudent = useShellData()?.user?.isStudent ?? false;
  const { bookId, version, resourcesUrl, policy, locations, isOfBackEnd } = opening;
  const book = useMemo(() => packedBook(opening.book), [opening.book]);
  // Revalidation brings a newer policy; the open book keeps its source, which renews its policy itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const source = useMemo(
    () =>
      signedSource({ resourcesUrl, policy }, () => fetchPolicy(bookId, isOfBackEnd ? { of: "back-end" } : { version })),
    [bookId, resourcesUrl, isOfBackEnd],
  );
  const owner = useOutboxOwner(uid);
  const reader = readerKey(owner.uid, owner.profileId);
  const { start, savePosition, leave, elsewhere } = useReadingPlace(book, opening, owner);
  const record = useReadingRecorder(book, bookId, owner);
  // Waits for the save, so that the shelf shows the new progress.
  const close = useCallback(() => void leave().then(() => closeReader(navigate)), [leave, navigate]);
  const findNext = useCallback(() => fetchNextBook(bookId), [bookId]);
  const bookmarks = useBookmarks(bookId, opening.keepsPlace, owner);
  return (
    <ReaderScreen
      book={book}
      uid={reader}
      preferences={preferences}
      source={source}
      locationsHref={locations?.startsWith(resourcesUrl) ? locations.slice(resourcesUrl.length) : null}
      service={serviceThemeOf(origin)}
      canReload
      start={start}
      savePosition={savePosition}
      elsewhere={elsewhere}
      bookmarks={bookmarks}
      record={record}
      close={close}
      findNext={findNext}
      submissionsOf={isStudent && opening.keepsPlace ? bookId : null}
    />
  );
}

/** Requests the policy of the open version, even if a newer one has been added. */
async function fetchPolicy(bookId: string, open: Record<string, string>): Promise<string> {
  const response = await callServer(`/reader/${encodeURIComponent(bookId)}/policy?${new URLSearchParams(open)}`);
  if (!response.ok) throw new Error(`The policy call answered ${response.status}`);
  const { policy } = (await response.json()) as { policy: string };
  return policy;
}
