import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { uidOf } from "#tests/support/callers";
import { addChild, addFamily } from "#tests/support/family-scene";
import { origin } from "#tests/support/page-matrix";
import { type Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { tableHashes } from "#tests/support/table-hashes";
import { processBackend } from "~/composition/process-backend.server";
import { accountContracts } from "~/services/contracts/account";
import type { Contract } from "~/services/contracts/contract";
import { libraryContracts } from "~/services/contracts/library";
import { profileHeaderName } from "~/services/contracts/reader-profile";
import { ServiceError } from "~/services/contracts/service-error";
import { optionalUser } from "~/session/guard.server";

/**
 * Every call on behalf of a child profile is 404 and writes nothing with a child of another family or country, with an unknown id, and
 * for callers who are not a family. docs/product/choices.md#who-and-where.
 */

const position = JSON.stringify({ ncxRef: "", URI: "EPUB/one.xhtml" });
const bodies: Record<string, object> = {
  setLastMark: { position },
  setBookmarks: [],
  changeAnnotations: { changes: [{ id: "0d8f2a4e-5b1c-4e7a-9f3d-6c2b1a0e9d8c", read: 0, annotation: null }] },
  changeSavedWords: { changes: [{ language: "sv", key: "katt", saved: null }] },
  putUserBook: { bookId: "open" },
  setReading: { isHidden: true },
  addReadingLog: [
    { bookId: "open", sessionId: "s", deviceId: "d", percentage: 0.5, timestamp: 1_700_000_000, source: "test" },
  ],
  changeSettings: { reader: { muted: true } },
};

const callsForReaders = (["account", "library"] as const).flatMap((client) => {
  const contracts: Record<string, Contract> = { account: accountContracts, library: libraryContracts }[client];
  return Object.entries(contracts)
    .filter(([, { headers }]) => headers && profileHeaderName in headers.shape)
    .map(([name, { path }]) => ({ client, name, path }));
});

const who = ["family", "guardian", "student", "super"] as const;
let databases: Databases;
let own: string;
const foreign: Record<string, string> = {};
const browsers = {} as Record<(typeof who)[number], Browser>;

beforeAll(async () => {
  databases = await sessionScene(["se", "no", "us"]);
  for (const name of who) browsers[name] = await signedInBrowser(origin, `${name}.se`);
  const { eu, us } = databases;
  await eu.execute(sql`insert into library.books (id, version, checksum, title, shelf, manifest)
    values ('open', 'v1', 'open', 'Open', '{}', '{"spine":[],"toc":[]}')`);
  await eu.execute(sql`insert into library.catalogue (realm, book_id) values ('se', 'open')`);
  own = await addChild(eu, await uidOf(eu, "family.se"), "Own");
  foreign["another family"] = await addChild(eu, await addFamily(eu, "other@example.com"), "Other");
  foreign["another country"] = await addChild(eu, await uidOf(eu, "family.no"), "Annen", "no");
  foreign["another region"] = await addChild(us, await uidOf(us, "family.us"), "Another", "us");
  foreign.nobody = crypto.randomUUID();
});

async function statusOf(
  by: (typeof who)[number],
  { client, name, path }: (typeof callsForReaders)[number],
  id: string,
) {
  const person = await optionalUser(processBackend(), browsers[by].request("/"));
  if (person.kind !== "user") throw new Error(`${by} is not signed in`);
  type Ask = (input: object, credentials: typeof person.credentials) => Promise<{ status: number }>;
  const ask = (processBackend().clients[client] as unknown as Record<string, Ask>)[name] as Ask;
  const isOfUser = path.includes("/user/");
  const params = { id: isOfUser ? person.user.uid : "open", bookId: "open" };
  try {
    const input = { params, query: name === "getBookWords" ? { from: "sv" } : {}, body: bodies[name] };
    return (await ask(input, { ...person.credentials, profileId: id })).status;
  } catch (error) {
    if (error instanceof ServiceError) return error.status;
    throw error;
  }
}

describe.each(callsForReaders)("$name", (call) => {
  test("returns 404 for a child of another family and for callers without a family, and writes nothing", async () => {
    const before = await tableHashes(databases.eu);
    for (const [whose, id] of Object.entries(foreign)) {
      expect(await statusOf("family", call, id), whose).toBe(404);
    }
    for (const by of who.slice(1)) expect(await statusOf(by, call, own), by).toBe(404);
    const after = await tableHashes(databases.eu);
    for (const table of [
      ...["library.last_marks", "library.bookmark_lists", "library.annotations", "library.saved_words"],
      ...["library.own_books", "account.settings"],
    ]) {
      expect(after[table], table).toEqual(before[table]);
    }
  });
});

test("getShelf, getSettings and setLastMark return 200 for the family's own child", async () => {
  const reached = callsForReaders.filter(({ name }) => ["getShelf", "getSettings", "setLastMark"].includes(name));
  for (const call of reached) expect(await statusOf("family", call, own), call.name).toBe(200);
});

test("every call on a book above the child's age limit returns 404", async () => {
  await databases.eu.execute(sql`update directory.family_profiles set age_limit = 6 where id = ${own}::uuid`);
  await databases.eu.execute(sql`update library.books set shelf = '{"ageFrom": 9}' where id = 'open'`);
  const opening = callsForReaders.filter(({ path, client }) => client === "library" && path.startsWith("/v1/books/"));
  expect(opening.length).toBeGreaterThan(8);
  for (const call of opening) expect(await statusOf("family", call, own), call.name).toBe(404);
});
