import type { OutboxOwner } from "~/browser-outbox/outbox-entry";
import { callServer } from "~/clients/browser-calls.client";
import type { Annotation } from "~/services/contracts/annotations";

/** Where a reader's notes in the open book come from. What shows and changes them is loaded after the first page. */
export type NotesSource = {
  owner: OutboxOwner;
  bookId: string;
  /** Whether teachers' notes for a class may exist: not offline, and not for families. */
  hasClassNotes?: boolean;
  /** The stored notes, of the server or of the book's copy on the device. */
  load(): Promise<Annotation[]>;
  /** Stores them in the book's copy on this device, if there is one. */
  saveOnDevice(notes: readonly Annotation[]): Promise<void>;
};

/** Stores notes in the copy of the book on this device, if there is one. */
export type SaveNotesOnDevice = (owner: OutboxOwner, bookId: string, notes: readonly Annotation[]) => Promise<void>;

/** The server's notes of a book. */
export function notesOfServer(bookId: string, owner: OutboxOwner, saveOnDevice: SaveNotesOnDevice): NotesSource {
  return {
    owner,
    bookId,
    async load() {
      const response = await callServer(`/reader/${encodeURIComponent(bookId)}/annotations`, { cache: "no-store" });
      if (!response.ok) throw new Error(`The notes call answered ${response.status}`);
      return ((await response.json()) as { data: Annotation[] }).data;
    },
    saveOnDevice: (notes) => saveOnDevice(owner, bookId, notes),
  };
}
