import { beforeAll, describe, expect, test } from "vitest";
import { uidOf } from "#tests/support/callers";
import { addChild } from "#tests/support/family-scene";
import { callWith, joinedBrowser, tokensOf } from "#tests/support/joined-device";
import { origin, pageMatrix, type Target } from "#tests/support/page-matrix";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { type Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import type { Contract } from "~/services/contracts/contract";
import { profileHeaderName } from "~/services/contracts/reader-profile";
import { serviceContracts } from "~/services/contracts/service-contracts";

/**
 * A device joined to a child: the calls and pages of that child's reading, and 403 for everything else. docs/security.md, line 35.
 */

/** The calls that a joined device may make with its token; those of readers for its own child alone. */
const openCalls: Record<string, string[]> = {
  auth: ["getUserInfo"],
  account: ["changeSettings", "getJoinedProfile", "getSettings"],
  library: [
    ...["addReadingLog", "deleteUserBook", "getBook", "getBookFiles", "getBookPlaces", "getBookmarks", "getLastMark"],
    ...["getNextBook", "getPolicy", "getReadingWeek", "getReadings", "getResourcesUrl", "getShelf", "getSimilarBooks"],
    ...["getUserBooks", "openBook", "putUserBook", "setBookmarks", "setLastMark", "setReading"],
    ...["changeAnnotations", "getAnnotations", "getBookWords", "getSavedWords", "changeSavedWords"],
  ],
  activity: ["addEvents"],
};

/** Outcomes of the pages that are not refused: books, what everybody may see, and leaving. */
const openPages: Record<string, number | string> = {
  "routes/landing": "/bookshelf",
  "routes/bookshelf": 200,
  "routes/shelves": 200,
  "routes/book": 404,
  "routes/reader": 404,
  "routes/reader.policy": 404,
  "routes/reader.files": 404,
  "routes/reader.next": 404,
  "routes/reader.bookmarks": 404,
  "routes/reader.annotations": 404,
  "routes/reader.words": 404,
  "routes/reader.my-words": 200,
};

type Call = { service: string; name: string; contract: Contract };
const calls: Call[] = (Object.entries(serviceContracts) as [string, Record<string, Contract>][]).flatMap(
  ([service, contracts]) => Object.entries(contracts).map(([name, contract]) => ({ service, name, contract })),
);
const withToken = calls.filter(({ contract: { auth } }) => auth === "bearer" || auth === "optional");
const isOpen = ({ service, name }: Call) => openCalls[service]?.includes(name) === true;
const isForReader = ({ contract: { headers } }: Call) => headers !== undefined && profileHeaderName in headers.shape;
const isOfUser = ({ contract: { path } }: Call) => path.includes("/user/:id");
const nameOf = ({ service, name }: Call) => `${service} ${name}`;

let databases: Databases;
let pages: PageServer;
let device: Browser;
let token: string;
let uid: string;
const own = { child: "", sibling: "" };

beforeAll(async () => {
  databases = await sessionScene(["se"]);
  pages = await pageServer();
  uid = await uidOf(databases.eu, "family.se");
  own.child = await addChild(databases.eu, uid, "Léon");
  own.sibling = await addChild(databases.eu, uid, "Alma");
  device = await joinedBrowser(pages, await signedInBrowser(origin, "family.se"), own.child);
  token = (await tokensOf(device)).accessToken;
});

/** @param profile for calls of readers; undefined sends none */
function send({ service, contract }: Call, profile: string | undefined, id = uid): Promise<Response> {
  const path = contract.path.replace(/:(\w+)/g, (_, name: string) => (name === "id" ? id : crypto.randomUUID()));
  const headers: Record<string, string> = profile === undefined ? {} : { [profileHeaderName]: profile };
  return callWith(token, origin, `/${service}${path}`, { method: contract.method, headers });
}

describe("calls of a joined device", () => {
  test("are open by contract exactly where the matrix says", () => {
    const declared = calls.filter(({ contract }) => contract.opensToJoinedDevice).map(nameOf);
    expect(declared.sort()).toEqual(calls.filter(isOpen).map(nameOf).sort());
  });

  test.each(withToken.filter((call) => !isOpen(call)).map((call) => [nameOf(call), call] as const))(
    "%s is 403, also with its own profile",
    async (_, call) => {
      for (const profile of [undefined, own.child]) {
        const response = await send(call, profile);
        expect([response.status, await response.json()]).toEqual([
          403,
          expect.objectContaining({ error: "forbidden" }),
        ]);
      }
    },
  );

  test.each(withToken.filter(isOpen).map((call) => [nameOf(call), call] as const))(
    "%s is open for its own child, and 403 for a sibling, the parents and anybody else",
    async (_, call) => {
      expect((await send(call, own.child)).status).not.toBe(403);
      if (isForReader(call)) {
        for (const profile of [undefined, own.sibling, crypto.randomUUID(), own.child.toUpperCase()]) {
          expect((await send(call, profile)).status, String(profile)).toBe(403);
        }
      }
      if (isOfUser(call)) {
        for (const id of [crypto.randomUUID(), await uidOf(databases.eu, "student.se")]) {
          expect((await send(call, own.child, id)).status, id).toBe(403);
        }
      }
    },
  );

  test("do not show the parents' address", async () => {
    const response = await callWith(token, origin, "/auth/v1/userinfo");
    expect(await response.json()).toMatchObject({ sub: uid, email: null });
  });
});

describe("pages of a joined device", () => {
  const target = new Proxy({} as Target, { get: () => crypto.randomUUID() });
  /** What ends a sign-in is anybody's. */
  const known = new Set(["routes/logout", "routes/services", "routes/login.callback", "routes/login.with.callback"]);
  const rows = Object.entries(pageMatrix).flatMap(([route, page]) =>
    [page].flat().map((each, index) => [route, index, each] as const),
  );

  /** Pages that visitors may open are nobody's; the others need a person. */
  const personal = rows.filter(([route, , { own: outcomes, isLeaving }]) => {
    const [asVisitor] = outcomes;
    const isOfPerson = asVisitor === "/login" || asVisitor === 401;
    return route in openPages || (isOfPerson && !isLeaving && !known.has(route));
  });

  test.each(personal)("%s %i has the expected outcome", async (route, _index, page) => {
    const response = await pages.get(device, page.path(target));
    const expected = openPages[route];
    if (expected === undefined) {
      expect(response.status).toBe(403);
    } else {
      expect(typeof expected === "number" ? response.status : response.headers.get("location")).toBe(expected);
    }
  });

  test.each(personal.filter(([route]) => !(route in openPages)))("%s %i takes no form", async (route, _index, page) => {
    if (pages.routes.find(({ id }) => id === route)?.hasAction !== true) return;
    const key = crypto.randomUUID();
    const form = { name: "Sly", avatar: "fox", ageLimit: "", key, version: "1", deviceName: "Sly", intent: "save" };
    expect((await pages.post(device, page.path(target), form)).status).toBe(403);
  });

  test("that visitors may open too and that know a family who is signed in refuse it", async () => {
    expect((await pages.get(device, "/withdraw")).status).toBe(403);
    expect((await pages.post(device, "/withdraw", {})).status).toBe(403);
    for (const path of ["/", "/privacy", "/legal/terms", "/login", "/signup"]) {
      expect((await pages.get(device, path)).status, path).toBeLessThan(400);
    }
  });

  test("refuse in words, and switching to a sibling or the parents changes nothing", async () => {
    const html = await (await pages.get(device, "/profile")).text();
    expect(html).toContain("Den här surfplattan öppnar bara ett barns böcker.");
    for (const profile of [own.sibling, "me"]) {
      expect((await pages.post(device, "/who-is-reading", { profile })).status).toBe(403);
    }
    const shelf = await (await pages.get(device, "/bookshelf")).text();
    expect(shelf).toContain("Léon");
    expect(shelf).not.toContain("Alma");
    for (const path of ["/profile", "/who-is-reading", "/subscription", "/settings", "/reader/test-player"]) {
      expect(shelf, path).not.toContain(`href="${path}"`);
    }
  });
});
