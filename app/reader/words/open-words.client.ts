import { browserOutbox } from "~/browser-outbox/open-outbox.client";
import type { WordsSource } from "~/reader/marks/words-source";
import type { BookWords, SavedWordChange } from "~/services/contracts/words";
import { SavedWordStore } from "./saved-word-store";

/** Words of a pair of languages, loaded once while the book is open. */
type LoadedWords = Map<string, Promise<BookWords | null>>;

const stores = new WeakMap<WordsSource, SavedWordStore>();
const loaded = new WeakMap<WordsSource, LoadedWords>();

/** The saved words, shared by cards and the list; loaded once. Null where none can be saved. */
export function openSavedWords(source: WordsSource): SavedWordStore | null {
  if (!source.canSave) return null;
  const known = stores.get(source);
  if (known) return known;
  const { owner } = source;
  const store = new SavedWordStore(
    { load: source.loadSaved, saveOnDevice: (savedWords) => source.saveOnDevice({ savedWords }) },
    {
      waiting: async () =>
        (await browserOutbox(owner).entries("words")).map(({ payload }) => payload as SavedWordChange),
      // Of one word only the latest change is sent.
      put: async (change) => {
        await browserOutbox(owner).add("words", change, { key: `${change.language} ${change.key}` });
      },
      send: () => browserOutbox(owner).flush("words"),
    },
  );
  stores.set(source, store);
  void store.load();
  return store;
}

/** What is known of the book's words. A failed request is repeated the next time. */
export function openBookWords(source: WordsSource, from: string, to: string | null): Promise<BookWords | null> {
  const known: LoadedWords = loaded.get(source) ?? new Map();
  loaded.set(source, known);
  const key = `${from} ${to}`;
  const before = known.get(key);
  if (before) return before;
  const words = source.load(from, to);
  known.set(key, words);
  words.then(
    (found) => found && source.saveOnDevice({ words: found }).catch(() => undefined),
    () => known.delete(key),
  );
  return words;
}
