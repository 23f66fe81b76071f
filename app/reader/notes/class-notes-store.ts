import type { Annotation, AnnotationChange } from "~/services/contracts/annotations";
import { notesPerSet } from "~/services/contracts/class-note-values";
import type { ClassNotes, NoteSet, SharedNote } from "~/services/contracts/class-notes";
import { type NoteQueue, NoteStore, type SentNotes } from "./note-store";

/** Teachers' notes for a class in the open book, and the notes that a pupil shares. docs/product/reader.md#notes-for-a-class. */

export type NoteSetDraft = { title: string; groupId: string; shownFrom: string | null; copyOf: string | null };

/** The calls. Each rejects with a `ClassNotesFault`, or with the network's error. */
export type ClassNotesCalls = {
  load(): Promise<ClassNotes>;
  save(setId: string, draft: NoteSetDraft & { version: number }): Promise<NoteSet>;
  change(setId: string, changes: AnnotationChange[]): Promise<{ data: Annotation[]; removed: string[] }>;
  hide(setId: string, isHidden: boolean): Promise<void>;
  remove(setId: string): Promise<void>;
  share(noteId: string): Promise<SharedNote>;
  takeBack(noteId: string): Promise<void>;
};

/** A response that is no success. */
export class ClassNotesFault extends Error {
  constructor(readonly status: number) {
    super(`The class notes call answered ${status}`);
  }
}

export type ClassNotesFailure = "load" | "save" | "stale" | "full";
export type ClassNotesState = {
  /** Null before the first response. */
  notes: ClassNotes | null;
  failed: ClassNotesFailure | null;
  /** Id of the set into which the teacher writes; null: into the own notes. */
  writing: string | null;
};

export class ClassNotesStore {
  private current: ClassNotesState = { notes: null, failed: null, writing: null };
  private readonly listeners = new Set<() => void>();
  private readonly stores = new Map<string, NoteStore>();

  constructor(private readonly calls: ClassNotesCalls) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The same object until something changes. */
  readonly state = (): ClassNotesState => this.current;

  readonly load = (): Promise<boolean> =>
    this.attempt("load", async () => this.show({ notes: await this.calls.load() }));

  /** Creates or changes a set. @returns whether it was stored */
  save(setId: string, draft: NoteSetDraft): Promise<boolean> {
    return this.attempt("save", async () => {
      const version = this.find(setId)?.version ?? 0;
      this.replace(await this.calls.save(setId, { ...draft, version }), setId);
    });
  }

  remove(setId: string): Promise<boolean> {
    return this.attempt("save", async () => {
      await this.calls.remove(setId);
      if (this.current.writing === setId) this.write(null);
      this.stores.get(setId)?.stop();
      this.stores.delete(setId);
      this.replace(null, setId);
    });
  }

  /** Hides a set from the pages at once, or shows it again. */
  async hide(set: NoteSet, isHidden: boolean): Promise<void> {
    this.replace({ ...set, isHidden }, set.id);
    const isStored = await this.attempt("save", () => this.calls.hide(set.id, isHidden));
    if (!isStored) this.replace(set, set.id);
  }

  share(noteId: string): Promise<boolean> {
    return this.attempt("save", async () => {
      const copy = await this.calls.share(noteId);
      this.replaceShared(noteId, copy);
    });
  }

  takeBack(noteId: string): Promise<boolean> {
    return this.attempt("save", async () => {
      await this.calls.takeBack(noteId);
      this.replaceShared(noteId, null);
    });
  }

  /** The pupil's own note was removed, and the copy with it. */
  forget(noteId: string): void {
    this.replaceShared(noteId, null);
  }

  /** Begins or ends writing into a set. */
  write(setId: string | null): void {
    this.show({ writing: setId });
  }

  /** The notes of one of the teacher's own sets, which can be changed. */
  notesOf(setId: string): NoteStore {
    const known = this.stores.get(setId);
    if (known) return known;
    const stored = {
      load: async () => this.find(setId)?.notes ?? [],
      saveOnDevice: async () => undefined,
    };
    const made = new NoteStore(
      stored,
      unsentNotes((changes) => this.calls.change(setId, changes)),
      notesPerSet,
    );
    this.stores.set(setId, made);
    void made.load();
    return made;
  }

  private find(setId: string): NoteSet | undefined {
    return this.current.notes?.data.find(({ id }) => id === setId);
  }

  private replace(set: NoteSet | null, setId: string): void {
    const { notes } = this.current;
    if (!notes) return;
    const isKnown = notes.data.some(({ id }) => id === setId);
    const data = isKnown
      ? notes.data.flatMap((each) => (each.id === setId ? (set ?? []) : [each]))
      : [...notes.data, ...(set ? [set] : [])];
    this.show({ notes: { ...notes, data } });
  }

  private replaceShared(noteId: string, copy: SharedNote | null): void {
    const { notes } = this.current;
    if (!notes) return;
    const others = notes.shared.filter(({ id }) => id !== noteId);
    if (!copy && others.length === notes.shared.length) return;
    this.show({ notes: { ...notes, shared: copy ? [...others, copy] : others } });
  }

  private async attempt(what: "load" | "save", work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      if (this.current.failed !== null) this.show({ failed: null });
      return true;
    } catch (error) {
      console.warn("Notes for a class", error);
      const status = error instanceof ClassNotesFault ? error.status : null;
      this.show({ failed: what === "load" ? "load" : status === 412 ? "stale" : status === 409 ? "full" : "save" });
      return false;
    }
  }

  private show(change: Partial<ClassNotesState>): void {
    this.current = { ...this.current, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** Changes of a set that the server does not have yet. They wait in this page: a teacher prepares a class with network. */
export function unsentNotes(
  change: (changes: AnnotationChange[]) => Promise<{ data: Annotation[]; removed: string[] }>,
): NoteQueue {
  const listeners = new Set<(result: SentNotes) => void>();
  let waiting: AnnotationChange[] = [];
  let sending: Promise<void> = Promise.resolve();
  const emit = (result: SentNotes) => {
    for (const listener of listeners) listener(result);
  };
  /** One change after the other: a later one of the same note is based on the version that the earlier one made. */
  const sendAll = async () => {
    const versions = new Map<string, number>();
    while (waiting[0]) {
      const next = waiting[0];
      try {
        const sent = { ...next, read: Math.max(next.read, versions.get(next.id) ?? 0) };
        const stored = await change([sent]);
        waiting = waiting.filter((each) => each !== next);
        for (const { id, version } of stored.data) versions.set(id, version);
        emit({ type: "taken", ...stored });
      } catch (error) {
        const status = error instanceof ClassNotesFault ? error.status : 500;
        // Without network or session it is sent again later.
        if (status >= 500 || status === 401 || status === 429) return;
        waiting = waiting.filter((each) => each !== next);
        emit({ type: "refused", ids: [next.id], isFull: status === 409 });
      }
    }
  };
  return {
    waiting: async () => [...waiting],
    async put(changes) {
      waiting = [...waiting, ...changes];
    },
    send() {
      sending = sending.then(sendAll);
      return sending;
    },
    onSent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
