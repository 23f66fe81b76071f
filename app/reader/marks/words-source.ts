import type { OutboxOwner } from "~/browser-outbox/outbox-entry";
import { callServer } from "~/clients/browser-calls.client";
import type { BookWords, SavedWord } from "~/services/contracts/words";

/** Where the words of the open book, and the reader's saved words, come from. What shows them is loaded after the first page. */
export type WordsSource = {
  owner: OutboxOwner;
  bookId: string;
  /** Whether words can be saved: not on shared accounts, nor while acting as somebody. */
  canSave: boolean;
  /**
   * What dictionaries and the book's glossary say of its words; null if nothing can be looked up.
   * @param from language of the text, @param to the reader's home language; null: none. Primary subtags of BCP 47.
   * @throws if they can't be loaded now
   */
  load(from: string, to: string | null): Promise<BookWords | null>;
  loadSaved(): Promise<SavedWord[]>;
  /** Stores them in the reader's books on this device, if there are any. */
  saveOnDevice(saved: { words?: BookWords; savedWords?: readonly SavedWord[] }): Promise<void>;
};

/** Stores words in the copy of the book on this device, with whether they may be used, and saved words in all copies. */
export type SaveWordsOnDevice = (
  owner: OutboxOwner,
  bookId: string,
  saved: { words?: BookWords; savedWords?: readonly SavedWord[]; mayUseWords?: boolean },
) => Promise<void>;

export const savedWordsPath = "/reader/my-words";

/** The server's words. */
export function wordsOfServer(
  bookId: string,
  owner: OutboxOwner,
  { canSave, saveOnDevice }: { canSave: boolean; saveOnDevice: SaveWordsOnDevice },
): WordsSource {
  const read = async <Body>(path: string): Promise<Body> => {
    const response = await callServer(path, { cache: "no-store" });
    if (!response.ok) throw new Error(`The words call answered ${response.status}`);
    return (await response.json()) as Body;
  };
  return {
    owner,
    bookId,
    canSave,
    load(from, to) {
      const query = new URLSearchParams({ from, ...(to === null ? {} : { to }) });
      return read<BookWords>(`/reader/${encodeURIComponent(bookId)}/words?${query}`);
    },
    loadSaved: async () => (await read<{ data: SavedWord[] }>(savedWordsPath)).data,
    saveOnDevice: (saved) => saveOnDevice(owner, bookId, saved),
  };
}
