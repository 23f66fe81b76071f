import { beforeEach, describe, expect, test, vi } from "vitest";
import { annotationLimit } from "~/services/contracts/annotation-values";
import type { Annotation, AnnotationChange } from "~/services/contracts/annotations";
import { type NoteQueue, NoteStore, type SentNotes } from "./note-store";

const noted = (id: string, note = id, version = 0): Annotation => ({
  id,
  version,
  style: "yellow",
  note,
  target: { source: "one.xhtml", cfi: null, quote: null, progression: 0 },
  created: "2026-01-01T00:00:00.000Z",
  modified: `2026-01-01T00:00:0${note.length}.000Z`,
});

/** A device with a queue, and a server that takes what is queued while it is reachable. */
function device(stored: Annotation[]) {
  let queued: AnnotationChange[] = [];
  let listener: (result: SentNotes) => void = () => undefined;
  const there = new Map(stored.map((each) => [each.id, each]));
  const parts = { isOnline: true, saved: [] as readonly Annotation[], refusal: null as SentNotes | null };
  const queue: NoteQueue = {
    waiting: async () => [...queued],
    async put(changes) {
      queued = [...queued, ...changes];
    },
    async send() {
      if (!parts.isOnline || queued.length === 0) return;
      const sent = queued;
      if (parts.refusal) {
        listener(parts.refusal);
        queued = [];
        return;
      }
      for (const { id, read, annotation } of sent) {
        if (annotation) there.set(id, { ...annotation, version: read + 1 });
        else there.delete(id);
      }
      const ids = sent.map(({ id }) => id);
      listener({
        type: "taken",
        data: ids.flatMap((id) => there.get(id) ?? []),
        removed: ids.filter((id) => !there.has(id)),
      });
      queued = queued.filter((change) => !sent.includes(change));
    },
    onSent(added) {
      listener = added;
      return () => undefined;
    },
  };
  const store = new NoteStore(
    {
      async load() {
        if (!parts.isOnline) throw new Error("offline");
        return [...there.values()];
      },
      saveOnDevice: async (notes) => {
        parts.saved = notes;
      },
    },
    queue,
  );
  const shown = () => (store.state().list ?? []).map(({ note, version }) => `${note}${version}`).join();
  return { store, there, parts, shown, queued: () => queued };
}

beforeEach(() => {
  const silenced = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  return () => silenced.mockRestore();
});

describe("the notes of a book", () => {
  test("are shown at once when they change, and with the server's version when they are stored", async () => {
    const { store, shown, there } = device([noted("a", "a", 3)]);
    await store.load();
    store.put([noted("b")]);
    store.put([{ ...noted("a", "aa"), version: 3 }]);
    expect(shown()).toBe("aa3,b0");
    await vi.waitFor(() => expect(shown()).toBe("aa4,b1"));
    store.remove("b");
    expect(shown()).toBe("aa4");
    await vi.waitFor(() => expect([...there.keys()]).toEqual(["a"]));
  });

  test("given no network, then they wait on the device, also in its copy of the book, and are sent later", async () => {
    const { store, parts, shown, there } = device([noted("a", "a", 1)]);
    await store.load();
    parts.isOnline = false;
    store.put([noted("b")]);
    store.remove("a");
    await vi.waitFor(() => expect(store.state().failed).toBe("save"));
    expect(parts.saved.map(({ id }) => id)).toEqual(["b"]);
    parts.isOnline = true;
    store.retry();
    await vi.waitFor(() => expect(shown()).toBe("b1"));
    expect(store.state().failed).toBeNull();
    expect([...there.keys()]).toEqual(["b"]);
  });

  test("given a book that opens without network, then what waits on the device is shown", async () => {
    const { store, parts, shown } = device([]);
    parts.isOnline = false;
    store.put([noted("b")]);
    await store.load();
    expect(shown()).toBe("b0");
    expect(store.state().failed).toBe("load");
  });

  test("given as many notes as a book may have, then one more is refused and nothing changes", async () => {
    const { store } = device(Array.from({ length: annotationLimit }, (_, index) => noted(String(index), "n", 1)));
    await store.load();
    expect(store.put([noted("one more")])).toBe(false);
    expect(store.state()).toMatchObject({ failed: "full" });
    expect(store.state().list).toHaveLength(annotationLimit);
    expect(store.put([{ ...noted("1", "changed"), version: 1 }])).toBe(true);
  });

  test("given a refusal, then the reason is shown, and the note stays until the book is closed", async () => {
    const { store, parts, shown, queued } = device([noted("a", "a", 1)]);
    await store.load();
    parts.refusal = { type: "refused", ids: ["b"], isFull: false };
    store.put([noted("b")]);
    await vi.waitFor(() => expect(store.state().failed).toBe("refused"));
    await vi.waitFor(() => expect(queued()).toEqual([]));
    await store.load();
    expect(shown()).toBe("a1,b0");
    store.remove("b");
    await store.load();
    expect(shown()).toBe("a1");
  });
});
