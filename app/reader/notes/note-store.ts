import { annotationLimit } from "~/services/contracts/annotation-values";
import type { Annotation, AnnotationChange } from "~/services/contracts/annotations";

/** A book's notes in this page: shown at once, queued on the device, merged by the server. docs/product/reader.md#highlights-and-notes. */

export type NoteState = {
  /** Null before the first response. */
  list: readonly Annotation[] | null;
  /** Last failure that nothing has resolved since. `refused`: the server does not take a change. */
  failed: "load" | "save" | "refused" | "full" | null;
};

/** The book's changes that the server does not have yet. */
export type NoteQueue = {
  waiting(): Promise<AnnotationChange[]>;
  put(changes: AnnotationChange[]): Promise<void>;
  /** Sends what waits. Resolves when that is done or has failed. */
  send(): Promise<void>;
  /** Called with each result. @returns function that unsubscribes */
  onSent(listener: (result: SentNotes) => void): () => void;
};
export type SentNotes =
  | { type: "taken"; data: Annotation[]; removed: string[] }
  | { type: "refused"; ids: string[]; isFull: boolean };

/** What the store needs of the book. */
type StoredNotes = {
  load(): Promise<Annotation[]>;
  saveOnDevice(notes: readonly Annotation[]): Promise<void>;
};

export class NoteStore {
  private current: NoteState = { list: null, failed: null };
  private readonly listeners = new Set<() => void>();
  /** Changes that are not in the queue yet. */
  private unqueued: AnnotationChange[] = [];
  /** Notes that the server did not take: shown until the book is closed, so that their text can be copied. */
  private refused: Annotation[] = [];
  private loading: Promise<void> | null = null;
  private readonly stopListening: () => void;

  constructor(
    private readonly stored: StoredNotes,
    private readonly queue: NoteQueue,
    private readonly limit = annotationLimit,
  ) {
    this.stopListening = queue.onSent((result) => void this.sent(result));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The same object until something changes. */
  readonly state = (): NoteState => this.current;

  /** Loads the stored notes; those that wait on the device are shown with them, and alone if nothing can be loaded. */
  readonly load = (): Promise<void> => {
    this.loading ??= this.loadOnce([]).finally(() => {
      this.loading = null;
    });
    return this.loading;
  };

  /** @param refused ids of changes that are still in the queue and will be taken out of it */
  private async loadOnce(refused: readonly string[]): Promise<void> {
    const waiting = (await this.queue.waiting()).filter(({ id }) => !refused.includes(id));
    try {
      const stored = await this.stored.load();
      const failed = this.current.failed === "load" ? null : this.current.failed;
      const kept = this.refused.map((annotation) => ({ id: annotation.id, read: 0, annotation }));
      this.show({ list: withChanges(stored, [...kept, ...waiting, ...this.unqueued]), failed });
      await this.stored.saveOnDevice(this.current.list ?? []);
    } catch (error) {
      console.warn("The notes were not loaded", error);
      this.show({ list: withChanges(this.current.list ?? [], waiting), failed: "load" });
    }
  }

  /**
   * Adds or replaces notes.
   * @returns false, and nothing is changed, if there would be more than the limit
   */
  put(notes: readonly Annotation[]): boolean {
    const versions = this.versions();
    const added = notes.filter(({ id }) => !versions.has(id)).length;
    if (versions.size + added > this.limit) {
      this.show({ failed: "full" });
      return false;
    }
    this.change(notes.map((note) => ({ id: note.id, read: versions.get(note.id) ?? 0, annotation: note })));
    return true;
  }

  remove(id: string): void {
    this.change([{ id, read: this.versions().get(id) ?? 0, annotation: null }]);
  }

  /** Retries a failed load or save. */
  readonly retry = (): void => {
    if (this.current.failed === "load") void this.load();
    else {
      this.show({ failed: null });
      void this.send();
    }
  };

  stop(): void {
    this.stopListening();
  }

  private versions(): Map<string, number> {
    return new Map((this.current.list ?? []).map(({ id, version }) => [id, version]));
  }

  private change(changes: AnnotationChange[]): void {
    this.refused = this.refused.filter((note) => changes.every(({ id }) => id !== note.id));
    this.unqueued.push(...changes);
    this.show({ list: withChanges(this.current.list ?? [], changes) });
    void this.enqueue(changes);
  }

  private async enqueue(changes: AnnotationChange[]): Promise<void> {
    await this.queue.put(changes);
    this.unqueued = this.unqueued.filter((change) => !changes.includes(change));
    void this.stored.saveOnDevice(this.current.list ?? []).catch(() => undefined);
    await this.send();
  }

  private async send(): Promise<void> {
    await this.queue.send();
    const isWaiting = (await this.queue.waiting()).length > 0;
    if (isWaiting && this.current.failed === null) this.show({ failed: "save" });
    if (!isWaiting && this.current.failed === "save") this.show({ failed: null });
  }

  private async sent(result: SentNotes): Promise<void> {
    if (result.type === "refused") {
      const kept = (this.current.list ?? []).filter(({ id }) => result.ids.includes(id));
      this.refused = [...this.refused.filter(({ id }) => !result.ids.includes(id)), ...kept];
      this.show({ failed: result.isFull ? "full" : "refused" });
      await this.loadOnce(result.ids);
      return;
    }
    const changes = [
      ...result.data.map((annotation) => ({ id: annotation.id, read: 0, annotation })),
      ...result.removed.map((id) => ({ id, read: 0, annotation: null })),
    ];
    const list = withChanges(this.current.list ?? [], changes);
    // What was changed since it was sent stays as it is shown, based on the new version.
    const newer = [...(await this.queue.waiting()), ...this.unqueued].map((change) => {
      const version = list.find(({ id }) => id === change.id)?.version;
      return change.annotation && version ? { ...change, annotation: { ...change.annotation, version } } : change;
    });
    const sent = new Set(changes.map(({ id }) => id));
    this.show({
      list: withChanges(
        list,
        newer.filter((change) => !isAmong(sent, change, result)),
      ),
    });
  }

  private show(change: Partial<NoteState>): void {
    this.current = { ...this.current, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** Whether a waiting change is the one that was just stored: the queue is emptied after the result is reported. */
function isAmong(sent: Set<string>, { id, annotation }: AnnotationChange, result: SentNotes): boolean {
  if (!sent.has(id) || result.type !== "taken") return false;
  const stored = result.data.find((each) => each.id === id);
  return annotation === null ? !stored : stored?.modified === annotation.modified;
}

/** A list after some changes, in the order in which its notes were made. */
export function withChanges(list: readonly Annotation[], changes: readonly AnnotationChange[]): Annotation[] {
  const byId = new Map(list.map((annotation) => [annotation.id, annotation]));
  for (const { id, annotation } of changes) {
    if (!annotation) byId.delete(id);
    else byId.set(id, annotation.version > 0 ? annotation : { ...annotation, version: byId.get(id)?.version ?? 0 });
  }
  return [...byId.values()];
}
