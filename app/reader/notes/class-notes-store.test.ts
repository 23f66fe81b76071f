import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Annotation, AnnotationChange } from "~/services/contracts/annotations";
import type { ClassNotes, NoteSet } from "~/services/contracts/class-notes";
import { type ClassNotesCalls, ClassNotesFault, ClassNotesStore } from "./class-notes-store";

const noted = (id: string, note = id, version = 1): Annotation => ({
  id,
  version,
  style: "yellow",
  note,
  target: { source: "one.xhtml", cfi: null, quote: null, progression: 0 },
  created: "2026-01-01T00:00:00.000Z",
  modified: `2026-01-01T00:00:0${note.length}.000Z`,
});

const set = (change: Partial<NoteSet> = {}): NoteSet => ({
  id: "set",
  title: "Before the test",
  group: { id: "1a", name: "1A" },
  teacher: "Eva Berg",
  shownFrom: "2026-01-01",
  version: 1,
  right: "write",
  isTaught: true,
  isForPupil: false,
  isHidden: false,
  notes: [noted("one")],
  ...change,
});

const fault = (status: number) => Promise.reject(new ClassNotesFault(status));

let notes: ClassNotes;
let calls: ClassNotesCalls;
let sent: AnnotationChange[];

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  notes = { data: [set()], groups: [{ id: "1a", name: "1A" }], mayShare: true, shared: [] };
  sent = [];
  const { id, style, note, target } = noted("mine");
  calls = {
    load: async () => notes,
    save: async (setId, draft) => set({ ...draft, id: setId, version: draft.version + 1, notes: [] }),
    async change(_setId, changes) {
      sent.push(...changes);
      const data = changes.flatMap(({ annotation, read }) => (annotation ? { ...annotation, version: read + 1 } : []));
      return { data, removed: changes.flatMap((each) => (each.annotation ? [] : each.id)) };
    },
    hide: async () => undefined,
    remove: async () => undefined,
    share: async () => ({ id, style, note, target, sharedAt: "2026-01-01T00:00:00.000Z" }),
    takeBack: async () => undefined,
  };
});

async function loaded(): Promise<ClassNotesStore> {
  const store = new ClassNotesStore(calls);
  await store.load();
  return store;
}
const titles = (store: ClassNotesStore) => store.state().notes?.data.map(({ title }) => title);
const draft = { title: "New", groupId: "1a", shownFrom: null, copyOf: null };

describe("notes for a class", () => {
  test("a set is created, changed on the version that was read, and deleted, which ends writing into it", async () => {
    const save = vi.spyOn(calls, "save");
    const store = await loaded();
    expect(await store.save("other", draft)).toBe(true);
    expect(titles(store)).toEqual(["Before the test", "New"]);
    await store.save("other", { ...draft, title: "Changed" });
    expect(save.mock.calls.map(([, { version }]) => version)).toEqual([0, 1]);
    store.write("other");
    await store.remove("other");
    expect(titles(store)).toEqual(["Before the test"]);
    expect(store.state().writing).toBe(null);
  });

  test.each([
    [412, "stale"],
    [409, "full"],
    [403, "save"],
  ] as const)("a refusal with %i is told, and the list stays", async (status, failed) => {
    calls.save = () => fault(status);
    const store = await loaded();
    expect(await store.save("set", draft)).toBe(false);
    expect(store.state().failed).toBe(failed);
    expect(titles(store)).toEqual(["Before the test"]);
    await store.load();
    expect(store.state().failed).toBe(null);
  });

  test("a set is hidden at once, and shown again if that is not stored", async () => {
    const store = await loaded();
    const isHidden = () => store.state().notes?.data[0]?.isHidden;
    const hiding = store.hide(set(), true);
    expect(isHidden()).toBe(true);
    await hiding;
    expect(isHidden()).toBe(true);
    calls.hide = () => fault(500);
    await store.hide(set({ isHidden: true }), false);
    expect(isHidden()).toBe(true);
    expect(store.state().failed).toBe("save");
  });

  test("without network changed notes of a set wait, and are sent in order when it is back", async () => {
    const store = await loaded();
    const { change } = calls;
    calls.change = () => Promise.reject(new TypeError("no network"));
    const own = store.notesOf("set");
    await own.load();
    own.put([noted("two", "two", 0)]);
    await vi.waitFor(() => expect(own.state().failed).toBe("save"));
    own.put([noted("two", "two, changed", 0)]);
    expect(own.state().list?.map(({ note }) => note)).toEqual(["one", "two, changed"]);
    calls.change = change;
    own.retry();
    // The second change is based on what the first has made.
    await vi.waitFor(() =>
      expect(sent.map(({ id, read }) => [id, read])).toEqual([
        ["two", 0],
        ["two", 1],
      ]),
    );
    await vi.waitFor(() => expect(own.state().list?.at(-1)).toMatchObject({ note: "two, changed", version: 2 }));
    expect(own.state().failed).toBe(null);
  });

  test("a note above the limit stays in the list until the book is closed, and the reason is told", async () => {
    const store = await loaded();
    const own = store.notesOf("set");
    await own.load();
    calls.change = () => fault(409);
    own.put([noted("two", "two", 0)]);
    await vi.waitFor(() => expect(own.state().failed).toBe("full"));
    expect(own.state().list?.map(({ id }) => id)).toEqual(["one", "two"]);
  });
});

describe("a shared note", () => {
  test("is known as shared until it is taken back, or the pupil removes the note", async () => {
    const store = await loaded();
    const shared = () => store.state().notes?.shared.map(({ id }) => id);
    expect(await store.share("mine")).toBe(true);
    expect(shared()).toEqual(["mine"]);
    await store.takeBack("mine");
    expect(shared()).toEqual([]);
    await store.share("mine");
    store.forget("mine");
    expect(shared()).toEqual([]);
  });

  test("stays as it was if sharing or taking back fails", async () => {
    calls.share = () => fault(404);
    const store = await loaded();
    expect(await store.share("mine")).toBe(false);
    expect(store.state()).toMatchObject({ failed: "save", notes: { shared: [] } });
  });
});
