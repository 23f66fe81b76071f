import { callServer } from "~/clients/browser-calls.client";
import type { NotesSource } from "~/reader/marks/notes-source";
import { type ClassNotesCalls, ClassNotesFault, ClassNotesStore } from "./class-notes-store";
import { noteQueue } from "./note-queue.client";

const stores = new WeakMap<NotesSource, ClassNotesStore>();

/** The open book's notes for a class, shared by what draws them and the list; loaded once. Null where there can be none. */
export function openClassNotes(source: NotesSource): ClassNotesStore | null {
  if (!source.hasClassNotes) return null;
  const known = stores.get(source);
  if (known) return known;
  const store = new ClassNotesStore(callsOf(source));
  stores.set(source, store);
  void store.load();
  return store;
}

function callsOf({ bookId, owner }: NotesSource): ClassNotesCalls {
  const book = `/reader/${encodeURIComponent(bookId)}`;
  const call = async (address: string, method = "GET", body?: object): Promise<Response> => {
    const response = await callServer(`${book}/${address}`, {
      method,
      cache: "no-store",
      ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new ClassNotesFault(response.status);
    return response;
  };
  return {
    load: async () => (await call("class-notes")).json(),
    save: async (setId, draft) => (await call(`note-sets/${setId}`, "PUT", draft)).json(),
    change: async (setId, changes) => (await call(`note-sets/${setId}`, "POST", { changes })).json(),
    hide: async (setId, isHidden) => void (await call(`note-sets/${setId}`, "PATCH", { isHidden })),
    remove: async (setId) => void (await call(`note-sets/${setId}`, "DELETE")),
    async share(noteId) {
      // The server copies the note that it has.
      await noteQueue(owner, bookId).send();
      return (await call(`shared-notes/${noteId}`, "PUT")).json();
    },
    takeBack: async (noteId) => void (await call(`shared-notes/${noteId}`, "DELETE")),
  };
}
