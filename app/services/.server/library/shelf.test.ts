import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { type LibraryScene, libraryScene, readerUid, readerWith } from "#tests/support/library-scene";
import { runEndpoint } from "#tests/support/run-endpoint";
import type { Caller } from "~/services/.server/directory/caller";
import type { ShelfQuery } from "~/services/contracts/shelf";
import type { ShelfRecord, StoredAccessibility } from "./tables";

let scene: LibraryScene;
const caller = readerWith();

type Book = Partial<ShelfRecord> & { title: string; letters?: number; addedAt?: string; subscription?: string };

function claimed(claims: Partial<StoredAccessibility>): StoredAccessibility {
  return { features: [], summary: null, ...claims };
}

/** By id, in the catalogue's order. */
const library: Record<string, Book> = {
  clock: { title: "The Clock Mender", language: "en", audioLanguages: ["en"], authors: ["Ada Brook"], duration: 3600 },
  wood: {
    title: "Vem lyser i skogen?",
    categories: ["Djur", "Rymdhundar"],
    audioLanguages: ["sv", "en-GB"],
    videoLanguages: ["takk"],
    ageFrom: 3,
    ageTo: 6,
    duration: 180,
    accessibility: claimed({
      features: ["displayTransformability", "alternativeText"],
      hazards: ["none"],
      sufficientModes: ["textual"],
    }),
  },
  bees: {
    title: "Émile et les abeilles",
    language: "fr-FR",
    categories: ["Animaux"],
    authors: ["Zoé Miel"],
    letters: 800,
    accessibility: claimed({ features: ["longDescription"], hazards: ["none", "flashing"], accessModes: ["textual"] }),
  },
  moon2: {
    title: "Moon 2",
    series: { name: "Moons", position: 2 },
    ageFrom: 9,
    letters: 16_000,
    accessibility: claimed({ hazards: ["noFlashingHazard"], accessModes: ["textual", "visual"] }),
  },
  moon1: { title: "Moon 1", series: { name: "Moons", position: 1 }, ageFrom: 9, letters: 16_000, kind: "reflowable" },
  night: { title: "Ögat 100% i natt", language: "sv", authors: ["Ada Brook"], categories: ["Djur"] },
  paid: { title: "Only for some", subscription: "polyglutt-school" },
};

beforeAll(async () => {
  scene = await libraryScene();
  for (const [position, [id, book]] of Object.entries(library).entries()) await store(id, book, position);
});

async function store(id: string, { title, letters = 0, addedAt, subscription = "", ...more }: Book, position: number) {
  const shelf: ShelfRecord = {
    authors: [],
    illustrators: [],
    narrators: [],
    language: "sv",
    audioLanguages: [],
    videoLanguages: [],
    kind: "fixed",
    progression: "ltr",
    categories: [],
    ageFrom: null,
    ageTo: null,
    blurb: null,
    hasCover: false,
    duration: null,
    ...more,
  };
  const manifest = { spine: [{ characters: letters }] };
  await scene.databases.eu.execute(sql`
    insert into library.books (id, version, checksum, title, shelf, manifest, added_at)
    values (${id}, '1', ${id}, ${title}, ${JSON.stringify(shelf)}, ${JSON.stringify(manifest)},
      timestamptz '2026-01-01' + make_interval(days => ${position}))`);
  await scene.databases.eu.execute(
    sql`insert into library.catalogue (realm, book_id, subscription, position) values ('se', ${id}, ${subscription}, ${position})`,
  );
}

async function mark(id: string, progress: number, minutesAgo: number) {
  await scene.databases.eu.execute(sql`
    insert into library.last_marks (realm, uid, book_id, position, progress, marked_at)
    values ('se', ${readerUid}, ${id}, '{}', ${progress}, now() - make_interval(mins => ${minutesAgo}))
    on conflict (realm, uid, profile_id, book_id) do update set progress = excluded.progress, marked_at = excluded.marked_at`);
}

const clearMarks = () => scene.databases.eu.execute(sql`delete from library.last_marks`);

async function shelf(query: ShelfQuery & { own?: string } = {}, by: Caller = caller) {
  const input = { params: { id: readerUid }, query, headers: {}, body: undefined };
  return (await runEndpoint(scene.library.service.endpoints.getShelf, input, by)).body;
}
const idsOf = (books: { book: { id: string } }[]) => books.map(({ book }) => book.id).join(" ");
const found = async (query: ShelfQuery & { own?: string }) => idsOf((await shelf(query)).data);

describe("a shelf", () => {
  test("lists the books that the user may open, in the catalogue's order", async () => {
    expect(await found({})).toBe("clock wood bees moon2 moon1 night");
    const subscriber = readerWith({ subscriptions: [{ type: "polyglutt-school" }] });
    expect((await shelf({}, subscriber)).meta.totalCount).toBe(7);
  });

  test("lists books written in the user's language first, then those narrated in it", async () => {
    expect(await found({ own: "en" })).toBe("clock wood bees moon2 moon1 night");
    expect(await found({ own: "fr" })).toBe("bees clock wood moon2 moon1 night");
  });

  test("hides books for older readers than a pupil's age filter allows", async () => {
    scene.reader.upToAge = 6;
    expect(await found({})).toBe("clock wood bees night");
    scene.reader.upToAge = null;
  });

  test.each<[string, ShelfQuery, string]>([
    ["words without accents in any order", { q: "abeilles emile" }, "bees"],
    ["an author's name", { q: "brook" }, "clock night"],
    ["a word of a category", { q: "rymdhund" }, "wood"],
    ["a wildcard of LIKE", { q: "100%" }, "night"],
    ["a category in all its languages", { category: "animals" }, "wood bees night"],
    ["a publisher's own category", { category: "Rymdhundar" }, "wood"],
    ["the language of the text or the narration", { language: "en" }, "clock wood"],
    ["the language of the narration", { voice: "sv" }, "wood"],
    ["the reader's age", { age: 5 }, "wood"],
    ["an age without upper bound", { age: 12 }, "moon2 moon1"],
    ["a short length", { length: "short" }, "wood bees night"],
    ["a medium length", { length: "medium" }, "moon2 moon1"],
    ["a long length", { length: "long" }, "clock"],
    ["narrated books", { narrated: "yes" }, "clock wood"],
    ["no voice", { narrated: "no" }, "bees moon2 moon1 night"],
    ["sign language", { signed: "yes" }, "wood"],
    ["text that can be made larger", { adjustable: "yes" }, "wood"],
    ["text that is sufficient, or the only mode", { nonvisual: "yes" }, "wood bees"],
    ["described pictures", { described: "yes" }, "wood bees"],
    ["no flashing, and no claim against it", { noFlashing: "yes" }, "wood moon2"],
    ["accessibility and another filter", { noFlashing: "yes", narrated: "no" }, "moon2"],
    ["kind", { kind: "reflowable" }, "moon1"],
    ["author", { author: "Zoé Miel" }, "bees"],
    ["a series, in its order", { series: "Moons" }, "moon1 moon2"],
    ["several at once", { language: "sv", category: "animals", narrated: "no" }, "night"],
    ["nothing that is there", { q: "zebra" }, ""],
  ])("finds books by %s", async (_what, query, ids) => {
    expect(await found(query)).toBe(ids);
  });

  test.each<[ShelfQuery["sort"], string]>([
    ["new", "night moon1 moon2 bees wood clock"],
    ["title", "bees moon1 moon2 clock wood night"],
    ["length", "night bees wood moon1 moon2 clock"],
  ])("sorts by %s, titles by the country's alphabet", async (sort, ids) => {
    expect(await found({ sort })).toBe(ids);
  });

  test("sorts by the time of the last reading", async () => {
    await mark("moon2", 0.4, 60);
    await mark("bees", 1, 5);
    expect((await found({ sort: "read" })).split(" ").slice(0, 3)).toEqual(["bees", "moon2", "clock"]);
    await clearMarks();
  });

  test.each([
    ["clok", "clock"],
    ["abeile", "bees"],
    ["skoggen", "wood"],
  ])("given only similar words, then finds them and sets isSimilar: %s", async (q, id) => {
    const { data, meta } = await shelf({ q });
    expect([idsOf(data), meta]).toEqual([id, { totalCount: 1, isSimilar: true }]);
  });

  test("given an exact match or no match, then isSimilar is false", async () => {
    expect((await shelf({ q: "clock" })).meta.isSimilar).toBe(false);
    expect((await shelf({ q: "zebra" })).meta).toEqual({ totalCount: 0, isSimilar: false });
  });

  test("lists the same filter choices with counts, whatever the current search", async () => {
    const { choices } = await shelf({ q: "clock" });
    expect(choices.categories).toEqual([
      { value: "animals", count: 3 },
      { value: "Rymdhundar", count: 1 },
    ]);
    expect(choices.voices.map(({ value }) => value)).toEqual(["en", "sv"]);
    expect(choices.languages[0]).toEqual({ value: "sv", count: 4 });
  });

  test("returns an empty list for a page after the last", async () => {
    expect((await shelf({ page: 2 })).data).toEqual([]);
  });

  test("shows a new book of the catalogue and hides a deleted one at once", async () => {
    await store("late", { title: "Late" }, 9);
    expect(await found({})).toBe("clock wood bees moon2 moon1 night late");
    await scene.databases.eu.execute(sql`delete from library.books where id = 'late'`);
    expect(await found({})).toBe("clock wood bees moon2 moon1 night");
  });

  test('ignores the place "mine" for a shared account, which has no own shelf', async () => {
    const shared = await shelf({ place: "mine" }, readerWith({ sharedAccount: true }));
    expect(idsOf(shared.data)).toBe("clock wood bees moon2 moon1 night");
    expect(shared.places).not.toContain("mine");
    expect((await shelf({ place: "mine" })).data).toEqual([]);
  });

  test("returns 404 for another user", async () => {
    const input = { params: { id: crypto.randomUUID() }, query: {}, headers: {}, body: undefined };
    const shelfRequest = runEndpoint(scene.library.service.endpoints.getShelf, input, caller);
    await expect(shelfRequest).rejects.toMatchObject({ status: 404 });
  });
});

describe("books in progress", () => {
  const set = (bookId: string, isHidden: boolean, by: Caller = caller) =>
    runEndpoint(
      scene.library.service.endpoints.setReading,
      { params: { id: readerUid, bookId }, query: undefined, headers: {}, body: { isHidden } },
      by,
    );
  const underWay = async (by?: Caller) => idsOf((await shelf({}, by)).underWay);

  test("are listed with the latest first, without finished, untouched and unavailable books", async () => {
    await mark("clock", 0.1, 60);
    await mark("moon1", 0.5, 5);
    await mark("bees", 1, 1);
    await mark("night", 0, 1);
    await mark("paid", 0.5, 1);
    expect(await underWay()).toBe("moon1 clock");
    // They are listed above the other books and omitted there, but a search or a sort order includes them.
    expect(await found({})).toBe("wood bees moon2 night");
    expect(await found({ q: "moon" })).toBe("moon2 moon1");
    const bees = (await shelf()).data.find(({ book }) => book.id === "bees");
    expect(bees?.progress).toBe(1);
  });

  test("can be hidden and shown again, and reappear after further reading", async () => {
    await set("moon1", true);
    await set("moon1", true);
    expect(await underWay()).toBe("clock");
    await set("moon1", false);
    expect(await underWay()).toBe("moon1 clock");
    await set("moon1", true);
    await mark("moon1", 0.6, -1);
    expect(await underWay()).toBe("moon1 clock");
  });

  test("returns 404 for a book that was not begun, and 403 for shared accounts and impersonation", async () => {
    await expect(set("wood", true)).rejects.toMatchObject({ status: 404 });
    for (const by of [readerWith({ sharedAccount: true }), readerWith({}, "somebody")]) {
      await expect(set("moon1", true, by)).rejects.toMatchObject({ status: 403 });
      expect(await underWay(by)).toBe("");
    }
  });
});

describe("the next book", () => {
  const next = async (id: string, by: Caller = caller) => {
    const input = { params: { id }, query: {}, headers: {}, body: undefined };
    return (await runEndpoint(scene.library.service.endpoints.getNextBook, input, by)).body.next?.id ?? null;
  };

  test("is the next unfinished one in the catalogue's order, and the first book follows the last", async () => {
    await clearMarks();
    expect(await next("clock")).toBe("wood");
    await mark("wood", 1, 1);
    expect(await next("clock")).toBe("bees");
    expect(await next("night")).toBe("clock");
  });

  test("returns 404 after a book that the reader may not open", async () => {
    await expect(next("paid")).rejects.toMatchObject({ status: 404 });
  });
});

test("similar books share the series, category, author or language, the most similar first", async () => {
  const similar = async (id: string) => {
    const input = { params: { id }, query: undefined, headers: {}, body: undefined };
    const { body } = await runEndpoint(scene.library.service.endpoints.getSimilarBooks, input, caller);
    return body.data.map((book) => book.id).join(" ");
  };
  expect((await similar("moon1")).split(" ")[0]).toBe("moon2");
  expect(await similar("clock")).toBe("night wood");
});
