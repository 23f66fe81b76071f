import { beforeAll, describe, expect, test } from "vitest";
import { type LibraryScene, libraryScene, readerUid, readerWith } from "#tests/support/library-scene";
import { runEndpoint } from "#tests/support/run-endpoint";
import type { Caller } from "~/services/.server/directory/caller";
import { noProfile } from "~/services/.server/directory/people/reader-profile";
import { eraseReaders } from "~/services/.server/library/erase-readers";
import { annotationLimit, changesPerCall } from "~/services/contracts/annotation-values";
import { type Annotation, type AnnotationChange, annotationContracts } from "~/services/contracts/annotations";
import { changeStoredAnnotations } from "./annotation-store";

let scene: LibraryScene;
const caller = readerWith();

beforeAll(async () => {
  scene = await libraryScene();
});

const endpoints = () => scene.library.service.endpoints;

function annotation(change: Partial<Annotation> = {}): Annotation {
  return {
    id: crypto.randomUUID(),
    version: 0,
    style: "yellow",
    note: "",
    target: {
      source: "EPUB/one.xhtml",
      cfi: "epubcfi(/6/2!/4/2,/1:0,/1:5)",
      quote: { exact: "Hello", prefix: "", suffix: " world" },
      progression: 0.1,
    },
    created: "2026-01-02T03:04:05.000Z",
    modified: "2026-01-02T03:04:05.000Z",
    ...change,
  };
}

const put = (item: Annotation, read = 0): AnnotationChange => ({ id: item.id, read, annotation: item });
const removal = ({ id }: Annotation, read: number): AnnotationChange => ({ id, read, annotation: null });

async function change(book: string, changes: AnnotationChange[], by: Caller = caller) {
  const request = { params: { id: book }, query: undefined, headers: {}, body: { changes } };
  await endpoints().changeAnnotations.authorise(request, by);
  return (await runEndpoint(endpoints().changeAnnotations, request, by)).body;
}

async function list(book: string, by: Caller = caller): Promise<Annotation[]> {
  const request = { params: { id: book }, query: undefined, headers: {}, body: undefined };
  await endpoints().getAnnotations.authorise(request, by);
  return (await runEndpoint(endpoints().getAnnotations, request, by)).body.data;
}

const notes = async (book: string) => (await list(book)).map(({ note }) => note).sort();

describe("annotations", () => {
  test("stores, changes and removes them one by one", async () => {
    const book = await scene.addBook("noted");
    expect(await list(book)).toEqual([]);
    const [one, two] = [annotation({ note: "One" }), annotation({ style: "underline" })];
    const { data } = await change(book, [put(one), put(two)]);
    expect(data).toEqual([
      { ...one, version: 1 },
      { ...two, version: 1 },
    ]);
    const changed = { ...one, style: "green" as const, note: "One more", modified: "2026-01-03T03:04:05.000Z" };
    expect((await change(book, [put(changed, 1)])).data).toEqual([{ ...changed, version: 2 }]);
    expect(await change(book, [removal(two, 1)])).toEqual({ data: [], removed: [two.id] });
    expect(await list(book)).toEqual([{ ...changed, version: 2 }]);
  });

  test("given the same call twice, then it changes nothing the second time", async () => {
    const book = await scene.addBook("noted-twice");
    const one = annotation({ note: "One" });
    const first = await change(book, [put(one)]);
    expect(await change(book, [put(one)])).toEqual(first);
    await change(book, [removal(one, 1)]);
    expect(await change(book, [removal(one, 1)])).toEqual({ data: [], removed: [one.id] });
  });

  test("given two devices that change one note, then the later text stays and the other is a note of its own", async () => {
    const book = await scene.addBook("changed-twice");
    const one = annotation({ note: "Before" });
    await change(book, [put(one)]);
    const atSchool = { ...one, note: "At school", modified: "2026-01-04T00:00:00.000Z" };
    const atHome = { ...one, note: "At home", modified: "2026-01-03T00:00:00.000Z" };
    await change(book, [put(atSchool, 1)]);
    const late = await change(book, [put(atHome, 1)]);
    expect(late.data.map(({ note }) => note).sort()).toEqual(["At home", "At school"]);
    expect(late.data.find(({ id }) => id === one.id)?.note).toBe("At school");
    // Sent again because the response was lost.
    await change(book, [put(atHome, 1)]);
    expect(await notes(book)).toEqual(["At home", "At school"]);
  });

  test("given a later change of an older version, then the earlier text is kept beside it", async () => {
    const book = await scene.addBook("changed-late");
    const one = annotation({ note: "Before" });
    await change(book, [put(one)]);
    await change(book, [put({ ...one, note: "At school", modified: "2026-01-03T00:00:00.000Z" }, 1)]);
    const { data } = await change(book, [put({ ...one, note: "At home", modified: "2026-01-04T00:00:00.000Z" }, 1)]);
    expect(data.find(({ id }) => id === one.id)?.note).toBe("At home");
    expect(await notes(book)).toEqual(["At home", "At school"]);
  });

  test("given one device that removes and one that changes a note, then the changed one stays, in either order", async () => {
    const book = await scene.addBook("removed-and-changed");
    const [one, two] = [annotation({ note: "One" }), annotation({ note: "Two" })];
    await change(book, [put(one), put(two)]);
    await change(book, [put({ ...one, note: "One, changed" }, 1)]);
    expect((await change(book, [removal(one, 1)])).data).toEqual([expect.objectContaining({ note: "One, changed" })]);
    await change(book, [removal(two, 1)]);
    await change(book, [put({ ...two, note: "Two, changed" }, 1)]);
    expect(await notes(book)).toEqual(["One, changed", "Two, changed"]);
  });

  test("given two devices at the same time, then both changes are stored", async () => {
    const book = await scene.addBook("raced-notes");
    const one = annotation({ note: "Before" });
    await change(book, [put(one)]);
    const changed = ["A", "B"].map((note) => put({ ...one, note, modified: "2026-01-05T00:00:00.000Z" }, 1));
    await Promise.all(changed.map((each) => change(book, [each])));
    expect(await notes(book)).toEqual(["A", "B"]);
  });

  test("given a device whose clock is fast, then nothing is later than its arrival", async () => {
    const book = await scene.addBook("fast-clock");
    const [stored] = (await change(book, [put(annotation({ modified: "2199-01-01T00:00:00.000Z" }))])).data;
    expect(Date.parse(stored?.modified ?? "")).toBeLessThanOrEqual(Date.now());
  });

  test("returns 409 above the limit of a book, and stores nothing of that call", async () => {
    const book = await scene.addBook("full");
    const whose = { realm: "se", uid: readerUid, profileId: noProfile, bookId: book } as const;
    const most = Array.from({ length: annotationLimit }, () => put(annotation()));
    await changeStoredAnnotations(scene.databases.eu, whose, most, new Date());
    const added = put(annotation());
    await expect(
      change(book, [removal(most[0]?.annotation as Annotation, 1), added, put(annotation())]),
    ).rejects.toThrow(
      expect.objectContaining({ status: 409, details: [{ attribute: "changes", reason: "too_many" }] }),
    );
    expect(await list(book)).toHaveLength(annotationLimit);
    await change(book, [removal(most[0]?.annotation as Annotation, 1), added]);
  });

  test("are 404 for others, for another country and for whoever acts as the reader, and 403 for a shared account", async () => {
    const book = await scene.addBook("own-notes");
    await change(book, [put(annotation())]);
    expect(await list(book, readerWith({ uid: "0d8f2a4e-5b1c-4e7a-9f3d-111111111111" }))).toEqual([]);
    for (const [by, status] of [
      [readerWith({}, "somebody"), 404],
      [readerWith({ sharedAccount: true }), 403],
      [{ ...caller, realm: "fi" } as Caller, 404],
    ] as const) {
      await expect(list(book, by)).rejects.toMatchObject({ status });
      await expect(change(book, [put(annotation())], by)).rejects.toMatchObject({ status });
    }
    expect(await list(book)).toHaveLength(1);
  });

  test("all of a reader's are returned page by page, and only to the reader", async () => {
    const uid = "0d8f2a4e-5b1c-4e7a-9f3d-222222222222";
    const whose = { realm: "se", uid, profileId: noProfile } as const;
    for (const id of ["export-a", "export-b"]) {
      const bookId = await scene.addBook(id);
      const some = Array.from({ length: 300 }, () => put(annotation()));
      await changeStoredAnnotations(scene.databases.eu, { ...whose, bookId }, some, new Date());
    }
    const page = async (after?: string, by: Caller = readerWith({ uid })) => {
      const request = { params: { id: uid }, query: { after }, headers: {}, body: undefined };
      await endpoints().getUserAnnotations.authorise(request, by);
      return (await runEndpoint(endpoints().getUserAnnotations, request, by)).body;
    };
    const first = await page();
    const second = await page(first.next ?? "");
    expect([first.data.length, second.data.length, second.next]).toEqual([500, 100, null]);
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(600);
    expect((await page("made up")).data.length).toBeLessThanOrEqual(500);
    await expect(page(undefined, caller)).rejects.toMatchObject({ status: 404 });
    await expect(page(undefined, readerWith({ uid }, "somebody"))).rejects.toMatchObject({ status: 404 });
  });

  test("are erased with the reader", async () => {
    const book = await scene.addBook("erased-notes");
    const uid = "0d8f2a4e-5b1c-4e7a-9f3d-333333333333";
    await change(book, [put(annotation())], readerWith({ uid }));
    await eraseReaders(scene.databases)("se", [uid]);
    expect(await list(book, readerWith({ uid }))).toEqual([]);
  });

  test.each([
    [{ style: "red" }],
    [{ note: "x".repeat(5001) }],
    [{ id: "1" }],
    [{ created: "yesterday" }],
    [{ target: { source: "", cfi: null, quote: null, progression: 0 } }],
    [{ target: { source: "a.xhtml", cfi: null, quote: null, progression: 2 } }],
    [{ target: { source: "a.xhtml", cfi: null, quote: { exact: "", prefix: "", suffix: "" }, progression: 0 } }],
  ])("rejects %j", (wrong) => {
    const { body } = annotationContracts.changeAnnotations;
    const one = annotation();
    expect(body.safeParse({ changes: [put(one)] }).success).toBe(true);
    expect(body.safeParse({ changes: [{ ...put(one), annotation: { ...one, ...wrong } }] }).success).toBe(false);
  });

  test("rejects a change under another id, and more changes than a call may have", () => {
    const { body } = annotationContracts.changeAnnotations;
    expect(body.safeParse({ changes: [{ ...put(annotation()), id: crypto.randomUUID() }] }).success).toBe(false);
    const many = Array.from({ length: changesPerCall + 1 }, () => put(annotation()));
    expect(body.safeParse({ changes: many }).success).toBe(false);
  });
});
