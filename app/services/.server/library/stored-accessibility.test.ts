import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { type LibraryScene, libraryScene, readerWith } from "#tests/support/library-scene";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { runEndpoint } from "#tests/support/run-endpoint";

let scene: LibraryScene;

beforeAll(async () => {
  scene = await libraryScene();
});

const claims = `<meta property="schema:accessMode">textual</meta><meta property="schema:accessModeSufficient">textual</meta>
  <meta property="schema:accessibilityFeature">displayTransformability</meta>
  <meta property="schema:accessibilityFeature">tableOfContents</meta>
  <meta property="schema:accessibilityHazard">noFlashingHazard</meta>
  <meta property="schema:accessibilitySummary">Nothing is left out.</meta>
  <meta property="dcterms:conformsTo" id="claim">EPUB Accessibility 1.1 - WCAG 2.2 Level AA</meta>
  <meta property="a11y:certifiedBy" refines="#claim">Test House</meta>`;

async function addBook(id: string, metadata = claims): Promise<void> {
  const opf = String(epubFiles().get("EPUB/package.opf")).replace("</metadata>", `${metadata}</metadata>`);
  const file = await writeEpub(epubFiles({ "EPUB/package.opf": opf, "EPUB/style.css": `p { content: "${id}" }` }));
  await scene.library.addBook(file, { realms: ["se"], id });
}

const input = (id: string) => ({ params: { id }, query: undefined, headers: {}, body: undefined });
const accessibilityOf = async (id: string) =>
  (await runEndpoint(scene.library.service.endpoints.getBook, input(id), readerWith())).body.accessibility;

/** As a release before this one has stored the book. */
async function forgetClaims(id: string): Promise<void> {
  const stored = JSON.stringify({ features: ["tableOfContents"], summary: "An old summary", summaries: {} });
  await scene.databases.eu.execute(sql`
    update library.books set shelf = jsonb_set(shelf, '{accessibility}', ${stored}::jsonb),
      from_file = jsonb_set(from_file, '{shelf,accessibility}', ${stored}::jsonb) where id = ${id}`);
}

const whole = {
  features: ["displayTransformability", "tableOfContents"],
  summary: "Nothing is left out.",
  summaries: {},
  statements: {
    waysOfReading: ["modifiable", "nonvisual"],
    navigation: ["tableOfContents"],
    richContent: [],
    hazards: ["noFlashing"],
    legal: [],
    additional: [],
  },
  conformance: {
    result: "accepted",
    epub: "1.1",
    wcag: "2.2",
    level: "AA",
    certifier: "Test House",
    credential: null,
    certifiedOn: null,
    report: null,
  },
};

test("a book's accessibility claims are read when it is added", async () => {
  await addBook("claiming");
  expect(await accessibilityOf("claiming")).toEqual(whole);
});

describe("a book that an earlier release has stored", () => {
  test("has its statements after the next run, also beneath a super user's changes", async () => {
    await addBook("older");
    await forgetClaims("older");
    const before = await accessibilityOf("older");
    expect(before.statements).toMatchObject({ waysOfReading: ["modifiableUnknown", "nonvisualUnknown"], hazards: [] });
    await scene.library.readStoredAccessibility("eu");
    expect(await accessibilityOf("older")).toEqual(whole);
    const { rows } = await scene.databases.eu.execute(sql`
      select from_file -> 'shelf' -> 'accessibility' = shelf -> 'accessibility' as "isSame" from library.books where id = 'older'`);
    expect(rows).toEqual([{ isSame: true }]);
  });

  test("is read once: without its package it keeps what is known, and is not tried again", async () => {
    await addBook("gone");
    await forgetClaims("gone");
    await rm(join(scene.root, "gone"), { recursive: true });
    await scene.library.readStoredAccessibility("eu");
    expect(await accessibilityOf("gone")).toMatchObject({
      features: ["tableOfContents"],
      summary: "An old summary",
      statements: { navigation: ["tableOfContents"] },
      conformance: null,
    });
    const revision = () => scene.databases.eu.execute(sql`select xmin::text from library.books where id = 'gone'`);
    const { rows } = await revision();
    await scene.library.readStoredAccessibility("eu");
    expect((await revision()).rows).toEqual(rows);
  });
});

describe("what a file does not say", () => {
  const superUser = readerWith({ scopes: ["ilt.user.se.write"] });
  const gapsOf = async (id: string) => {
    const { getCatalogueBook } = scene.library.service.endpoints;
    const { headers: _headers, ...read } = input(id);
    return (await runEndpoint(getCatalogueBook, read, superUser)).body.data.gaps;
  };

  test("is on the book's page in the panel, and the book is added all the same", async () => {
    await addBook("silent", "");
    expect(await gapsOf("silent")).toEqual([
      "accessMode",
      "accessModeSufficient",
      "accessibilityFeature",
      "accessibilityHazard",
      "conformsTo",
    ]);
    await addBook("speaking");
    expect(await gapsOf("speaking")).toEqual([]);
  });

  test("is with the upload that became the book", async () => {
    await addBook("uploaded", '<meta property="schema:accessMode">textual</meta>');
    await scene.databases.eu.execute(sql`
      insert into library.uploads (realm, uid, file_name, size, state, book_id)
      values ('se', gen_random_uuid(), 'a.epub', 1, 'done', 'uploaded')`);
    const { getBookUploads } = scene.library.service.endpoints;
    const query = { bookId: "uploaded" };
    const { body } = await runEndpoint(getBookUploads, { params: undefined, query, body: undefined }, superUser);
    expect(body.data.map(({ book }) => book)).toEqual([
      {
        id: "uploaded",
        title: "A test book",
        gaps: ["accessModeSufficient", "accessibilityFeature", "accessibilityHazard", "conformsTo"],
      },
    ]);
  });
});
