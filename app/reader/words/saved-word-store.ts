import { wordForm } from "~/epub/words";
import { savedWordLimit } from "~/services/contracts/word-values";
import type { SavedWord, SavedWordChange } from "~/services/contracts/words";

/** A reader's saved words in this page: shown at once, queued on the device. docs/product/reader.md#words. */

export type SavedWordState = {
  /** Newest first; null before the first response. */
  list: readonly SavedWord[] | null;
  failed: "load" | "save" | "full" | null;
};

/** Changes that the server does not have yet. */
export type WordQueue = {
  waiting(): Promise<SavedWordChange[]>;
  put(change: SavedWordChange): Promise<void>;
  /** Sends what waits. Resolves when that is done or has failed. */
  send(): Promise<void>;
};

type StoredWords = {
  load(): Promise<SavedWord[]>;
  saveOnDevice(words: readonly SavedWord[]): Promise<void>;
};

export class SavedWordStore {
  private current: SavedWordState = { list: null, failed: null };
  private readonly listeners = new Set<() => void>();
  /** Changes that are not in the queue yet. */
  private unqueued: SavedWordChange[] = [];

  constructor(
    private readonly stored: StoredWords,
    private readonly queue: WordQueue,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The same object until something changes. */
  readonly state = (): SavedWordState => this.current;

  /** Loads the stored words; those that wait on the device are shown with them, and alone if nothing can be loaded. */
  readonly load = async (): Promise<void> => {
    const waiting = await this.queue.waiting();
    try {
      const list = withWordChanges(await this.stored.load(), [...waiting, ...this.unqueued]);
      this.show({ list, failed: this.current.failed === "load" ? null : this.current.failed });
      await this.stored.saveOnDevice(list).catch(() => undefined);
    } catch (error) {
      console.warn("The saved words were not loaded", error);
      this.show({ list: withWordChanges(this.current.list ?? [], [...waiting, ...this.unqueued]), failed: "load" });
    }
  };

  find(language: string, word: string): SavedWord | null {
    const key = wordForm(word);
    return this.current.list?.find((saved) => saved.language === language && wordForm(saved.word) === key) ?? null;
  }

  /** @returns false, and nothing is saved, above `savedWordLimit` */
  add(word: SavedWord): boolean {
    if ((this.current.list?.length ?? 0) >= savedWordLimit) {
      this.show({ failed: "full" });
      return false;
    }
    void this.change({ language: word.language, key: wordForm(word.word), saved: word });
    return true;
  }

  remove({ language, word }: Pick<SavedWord, "language" | "word">): void {
    void this.change({ language, key: wordForm(word), saved: null });
  }

  /** Retries a failed load or save. */
  readonly retry = (): void => {
    if (this.current.failed === "save") void this.send();
    else void this.load();
  };

  private async change(change: SavedWordChange): Promise<void> {
    this.unqueued.push(change);
    this.show({ list: withWordChanges(this.current.list ?? [], [change]) });
    await this.queue.put(change);
    this.unqueued = this.unqueued.filter((each) => each !== change);
    await this.stored.saveOnDevice(this.current.list ?? []).catch(() => undefined);
    await this.send();
  }

  private async send(): Promise<void> {
    await this.queue.send();
    const isWaiting = (await this.queue.waiting()).length > 0;
    if (isWaiting && this.current.failed === null) this.show({ failed: "save" });
    if (!isWaiting && this.current.failed === "save") this.show({ failed: null });
  }

  private show(change: Partial<SavedWordState>): void {
    this.current = { ...this.current, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** A list after some changes, newest first. A word that is in it already stays as it is. */
export function withWordChanges(list: readonly SavedWord[], changes: readonly SavedWordChange[]): SavedWord[] {
  const byKey = new Map(list.map((word) => [`${word.language} ${wordForm(word.word)}`, word]));
  for (const { language, key, saved } of changes) {
    const name = `${language} ${key}`;
    if (!saved) byKey.delete(name);
    else if (!byKey.has(name)) byKey.set(name, saved);
  }
  return [...byKey.values()].sort((one, other) => other.created.localeCompare(one.created));
}
