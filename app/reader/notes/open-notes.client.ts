import type { NotesSource } from "~/reader/marks/notes-source";
import { noteQueue } from "./note-queue.client";
import { NoteStore } from "./note-store";

const stores = new WeakMap<NotesSource, NoteStore>();

/** The notes of an open book, shared by what draws them and the list; loaded once. */
export function openNoteStore(source: NotesSource): NoteStore {
  const known = stores.get(source);
  if (known) return known;
  const store = new NoteStore(source, noteQueue(source.owner, source.bookId));
  stores.set(source, store);
  void store.load();
  return store;
}
