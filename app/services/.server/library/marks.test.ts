import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { type LibraryScene, libraryScene, readerUid, readerWith } from "#tests/support/library-scene";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { runEndpoint } from "#tests/support/run-endpoint";
import type { Caller } from "~/services/.server/directory/caller";
import { noProfile } from "~/services/.server/directory/people/reader-profile";
import { libraryContracts } from "~/services/contracts/library";
import type { Library } from "./library-service";

let scene: LibraryScene;
let library: Library;
const caller = readerWith();

beforeAll(async () => {
  scene = await libraryScene();
  library = scene.library;
});

const endpoints = () => library.service.endpoints;

function open(id: string, by: Caller = caller) {
  return runEndpoint(
    endpoints().openBook,
    { params: { id }, query: { from: "mark" }, headers: {}, body: undefined },
    by,
  );
}

describe("last reading position", () => {
  const at = (charOffset: number) => ({ ncxRef: "", URI: "EPUB/one.xhtml", timeOffset: "0.0", charOffset });
  const input = (id: string) => ({ params: { id }, query: undefined, headers: {}, body: undefined });

  async function save(by: Caller, id: string, position: ReturnType<typeof at>) {
    const request = { params: { id }, query: undefined, headers: {}, body: { position } };
    await endpoints().setLastMark.authorise(request, by);
    return runEndpoint(endpoints().setLastMark, request, by);
  }

  test("stores the latest position and returns it with the opened book and as progress on the shelf", async () => {
    const id = await scene.addBook("begun");
    expect((await runEndpoint(endpoints().getLastMark, input(id), caller)).body.position).toBeNull();
    await save(caller, id, at(1));
    await save(caller, id, at(3));
    expect(JSON.parse((await runEndpoint(endpoints().getLastMark, input(id), caller)).body.position ?? "")).toEqual(
      at(3),
    );
    const { body } = await open(id);
    expect(body).toMatchObject({ lastMark: at(3), keepsPlace: true });
    const readings = await runEndpoint(endpoints().getReadings, { ...input(readerUid), query: undefined }, caller);
    const progress = 3 / (body.book.spine[0]?.characters ?? 0);
    expect(readings.body.data).toEqual([{ bookId: id, progress: expect.closeTo(progress) }]);
  });

  test("returns the current position to an opening when another opening has moved it since", async () => {
    const id = await scene.addBook("in-two-tabs");
    const from = async (opening: string, known: number | null, charOffset: number, age = 0) => {
      const body = { position: at(charOffset), opening, known: known === null ? null : at(known), age };
      const request = { params: { id }, query: undefined, headers: {}, body };
      const { elsewhere } = (await runEndpoint(endpoints().setLastMark, request, caller)).body;
      return elsewhere === null ? null : JSON.parse(elsewhere).charOffset;
    };
    expect(await from("school", null, 2)).toBeNull();
    expect(await from("school", null, 3)).toBeNull();
    // The opening at home starts at the position that the opening at school saved.
    expect((await open(id)).body.knownMark).toEqual(at(3));
    expect(await from("home", 3, 9)).toBeNull();
    expect(await from("school", null, 4)).toBe(9);
    // The opening at school has received home's position; home receives school's with its next save.
    expect(await from("school", null, 5)).toBeNull();
    expect(await from("home", 3, 10)).toBe(5);
    // A position saved an hour ago without network does not replace a newer one; the response has the current position.
    expect(await from("late", 3, 6, 3600)).toBe(10);
    expect((await open(id)).body.lastMark).toEqual(at(10));
  });

  describe("given places of two devices that did not know each other", () => {
    const from = (id: string) => async (opening: string, known: number | null, charOffset: number, age?: number) => {
      const body = { position: at(charOffset), opening, known: known === null ? null : at(known), age };
      await runEndpoint(endpoints().setLastMark, { params: { id }, query: undefined, headers: {}, body }, caller);
    };
    const places = async (id: string) => {
      const { lastMark, otherMark } = (await open(id)).body;
      return [lastMark?.charOffset, otherMark?.charOffset];
    };

    test("then the newest opens and the other is offered, until a later opening has read on", async () => {
      const id = await scene.addBook("at-home-and-school");
      const save = from(id);
      await save("school", null, 4);
      await save("home", null, 9);
      expect(await places(id)).toEqual([9, 4]);
      await save("sofa", 9, 10);
      expect(await places(id)).toEqual([10, undefined]);
    });

    test("then the opening that was told clears it by reading on", async () => {
      const id = await scene.addBook("told-at-home");
      const save = from(id);
      await save("school", null, 4);
      await save("home", null, 9);
      await save("home", null, 10);
      expect(await places(id)).toEqual([10, undefined]);
    });

    test("then an older place that arrives late is offered, also when the newer device reads on meanwhile", async () => {
      const id = await scene.addBook("tablet-without-network");
      const save = from(id);
      await save("phone", null, 4);
      await save("tablet", null, 9, 3600);
      await save("phone", null, 5);
      expect(await places(id)).toEqual([5, 9]);
    });

    test("then no other place is offered with a finished book", async () => {
      const id = await scene.addBook("finished-elsewhere");
      const save = from(id);
      await save("school", null, 4);
      await save("home", null, 1_000_000);
      expect(await places(id)).toEqual([undefined, undefined]);
    });
  });

  test("removes the signature parameters from the position's URI", () => {
    const position = { ...at(2), URI: "EPUB/one.xhtml?Policy=p&Signature=s&Key-Pair-Id=k" };
    expect(libraryContracts.setLastMark.body.parse({ position: JSON.stringify(position) }).position).toEqual(at(2));
  });

  test("given a position at the end of the book, then the book opens at the beginning", async () => {
    const id = await scene.addBook("finished");
    await save(caller, id, at(1_000_000));
    expect((await open(id)).body.lastMark).toBeNull();
  });

  test("returns 403 and stores nothing for a shared account and for a user who impersonates the reader", async () => {
    const id = await scene.addBook("shared");
    for (const by of [readerWith({ sharedAccount: true }), readerWith({}, "somebody")]) {
      await expect(save(by, id, at(2))).rejects.toMatchObject({ status: 403 });
      expect((await open(id, by)).body).toMatchObject({
        lastMark: null,
        keepsPlace: false,
      });
    }
  });

  test("returns 404 for the positions of another user", async () => {
    const request = {
      params: { id: "0d8f2a4e-5b1c-4e7a-9f3d-000000000000" },
      query: undefined,
      headers: {},
      body: undefined,
    };
    await expect(endpoints().getReadings.authorise(request, caller)).rejects.toThrow(
      expect.objectContaining({ status: 404 }),
    );
  });

  test.each(["", "{", "[]", '{"URI":""}', '{"URI":"a","charOffset":-1}', '{"URI":"a","charOffset":0.5}'])(
    "rejects %j as a position",
    (position) => {
      expect(libraryContracts.setLastMark.body.safeParse({ position }).success).toBe(false);
    },
  );

  test("deletes positions after thirteen months", async () => {
    const id = await scene.addBook("long-ago");
    await save(caller, id, at(2));
    const marks = async () => (await runEndpoint(endpoints().getReadings, { ...input(readerUid) }, caller)).body.data;
    await library.purgeExpired("eu");
    expect((await marks()).map(({ bookId }) => bookId)).toContain(id);
    await scene.databases.eu.execute(sql`update library.last_marks set marked_at = now() - interval '13 months 1 day'`);
    await library.purgeExpired("eu");
    expect(await marks()).toEqual([]);
  });
});

describe("bookmarks", () => {
  const mark = (id: string, charOffset = 0) => ({
    id,
    name: `Mark ${id}`,
    position: { ncxRef: "", URI: "EPUB/one.xhtml", timeOffset: "0.0", charOffset },
  });
  const ask = async (id: string, by = caller) => {
    const { body, headers } = await runEndpoint(
      endpoints().getBookmarks,
      { params: { id }, query: undefined, headers: {}, body: undefined },
      by,
    );
    return { ids: body.map((bookmark) => bookmark.id), etag: headers?.etag };
  };
  const save = async (id: string, ids: string[], read?: string, by = caller) => {
    const request = {
      params: { id },
      query: undefined,
      headers: { "if-match": read },
      body: ids.map((each) => mark(each)),
    };
    await endpoints().setBookmarks.authorise(request, by);
    const { body, headers } = await runEndpoint(endpoints().setBookmarks, request, by);
    return { ids: body.map((bookmark) => bookmark.id), etag: headers?.etag };
  };

  test("stores the whole list over the version that was read", async () => {
    const id = await scene.addBook("marked");
    const none = await ask(id);
    expect(none.ids).toEqual([]);
    const first = await save(id, ["a"], none.etag);
    const second = await save(id, ["a", "b"], first.etag);
    expect(await ask(id)).toEqual({ ids: ["a", "b"], etag: second.etag });
    expect((await save(id, [], second.etag)).ids).toEqual([]);
  });

  test.each(['"1"', '"0"', '"99"', "*", "nonsense", undefined])(
    "given the ETag %s and a newer stored list, then returns 412 and stores nothing",
    async (read) => {
      const id = await scene.addBook("stale");
      const { etag, ids } = await ask(id);
      if (ids.length === 0) await save(id, ["b"], (await save(id, ["a"], etag)).etag);
      const before = await ask(id);
      await expect(save(id, ["z"], read)).rejects.toMatchObject({ status: 412, code: "stale_version" });
      expect(await ask(id)).toEqual(before);
    },
  );

  test("given two saves at once, then one succeeds and the other is rejected", async () => {
    const id = await scene.addBook("raced");
    const outcomes = await Promise.allSettled([save(id, ["a"]), save(id, ["b"])]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("hides a user's bookmarks from others, and returns 403 for shared accounts and impersonation", async () => {
    const id = await scene.addBook("own-marks");
    await save(id, ["a"]);
    const other = readerWith({ uid: "0d8f2a4e-5b1c-4e7a-9f3d-111111111111" });
    expect((await ask(id, other)).ids).toEqual([]);
    for (const by of [readerWith({ sharedAccount: true }), readerWith({}, "somebody")]) {
      expect((await ask(id, by)).ids).toEqual([]);
      await expect(save(id, ["b"], '"1"', by)).rejects.toMatchObject({ status: 403 });
    }
    await expect(ask(id, { ...caller, realm: "fi" })).rejects.toMatchObject({ status: 404 });
  });

  test.each([
    [{ id: "" }],
    [{ name: "  " }],
    [{ name: "x".repeat(201) }],
    [{ position: { URI: "" } }],
    [{ position: "EPUB/one.xhtml" }],
  ])("rejects a bookmark with %j", (change) => {
    expect(libraryContracts.setBookmarks.body.safeParse([{ ...mark("a"), ...change }]).success).toBe(false);
  });

  test("rejects a list that contains an id twice", () => {
    expect(libraryContracts.setBookmarks.body.safeParse([mark("a"), mark("b")]).success).toBe(true);
    expect(libraryContracts.setBookmarks.body.safeParse([mark("a"), mark("a")]).success).toBe(false);
  });

  test("seeds demonstration bookmarks once, named after their chapters, else after the book", async () => {
    const names = ["one", "two", "three"];
    const items = names.map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`);
    const opf = String(epubFiles().get("EPUB/package.opf"))
      .replace(/<item id="one"[^>]*>/, items.join(""))
      .replace('<itemref idref="one"/>', names.map((name) => `<itemref idref="${name}"/>`).join(""));
    const page = String(epubFiles().get("EPUB/one.xhtml"));
    const nav = String(epubFiles().get("EPUB/nav.xhtml")).replace(
      '<a href="one.xhtml">One</a>',
      '<a href="two.xhtml">The second chapter</a></li><li><a href="three.xhtml">The third chapter</a>',
    );
    const pages = { "EPUB/two.xhtml": page, "EPUB/three.xhtml": page };
    const files = epubFiles({ "EPUB/package.opf": opf, "EPUB/nav.xhtml": nav, ...pages });
    const id = await library.addBook(await writeEpub(files), { realms: ["se"], id: "seeded" });
    await library.addBookmarks("se", { uid: readerUid, profileId: noProfile }, id, [0.1, 0.5, 0.9]);
    await library.addBookmarks("se", { uid: readerUid, profileId: noProfile }, id, [0.2]);
    const { body } = await runEndpoint(
      endpoints().getBookmarks,
      { params: { id }, query: undefined, headers: {}, body: undefined },
      caller,
    );
    expect(body.map(({ id, name, position }) => [id, name, position.URI])).toEqual([
      ["1", "A test book", "EPUB/one.xhtml"],
      ["2", "The second chapter", "EPUB/two.xhtml"],
      ["3", "The third chapter", "EPUB/three.xhtml"],
    ]);
  });
});
