import { describe, expect, test } from "vitest";
import type { Bookmark } from "~/services/contracts/library";
import { createBookmarkSender } from "./bookmark-sender.client";
import type { OutboxEntry } from "./outbox-entry";
import { outcomeOf } from "./senders.client";

const mark = (id: string): Bookmark => ({
  id,
  name: id,
  position: { ncxRef: "", URI: `${id}.xhtml`, timeOffset: "0.0", charOffset: 0 },
});
const list = (letters: string) => [...letters].map(mark);
const ids = (bookmarks: readonly Bookmark[]) => bookmarks.map(({ id }) => id).join("");

/** A server that stores one list. It answers the first POSTs with the statuses in `refusals`. */
function server(stored: string, refusals: number[] = []) {
  let bookmarks = list(stored);
  let version = 1;
  let posts = 0;
  const call = async (_address: string, request: RequestInit = {}): Promise<Response> => {
    if (request.method !== "POST") return Response.json(bookmarks, { headers: { etag: `"${version}"` } });
    posts += 1;
    const refused = refusals.shift();
    // Another device has changed the list in the meantime.
    if (refused === 412) {
      bookmarks = [...bookmarks, mark("z")];
      version += 1;
    }
    if (refused !== undefined) return new Response(null, { status: refused });
    expect(new Headers(request.headers).get("if-match")).toBe(`"${version}"`);
    bookmarks = JSON.parse(String(request.body));
    version += 1;
    return Response.json(bookmarks);
  };
  return { call, stored: () => ids(bookmarks), posts: () => posts };
}

function send(to: ReturnType<typeof server>, base: string, mine: string) {
  const sender = createBookmarkSender(() => ({}), outcomeOf, to.call as never);
  const payload = { bookId: "lantern", base: list(base), mine: list(mine) };
  return sender.send([{ payload, lane: { owner: { uid: "u", profileId: null } } } as OutboxEntry]);
}

describe("bookmarks changed without a network", () => {
  test("are merged with a bookmark that another device has added meanwhile", async () => {
    const there = server("abc");
    expect(await send(there, "ab", "ad")).toBe("taken");
    expect(there.stored()).toBe("acd");
  });

  test("are stored once when they are sent twice", async () => {
    const there = server("a");
    await send(there, "a", "ab");
    await send(there, "a", "ab");
    expect(there.stored()).toBe("ab");
  });

  test("are merged and sent again when the list changed in between (412)", async () => {
    const there = server("a", [412]);
    expect(await send(there, "a", "ab")).toBe("taken");
    expect(there.stored()).toBe("azb");
    expect(there.posts()).toBe(2);
  });

  test.each([
    [401, "signed_out"],
    [404, "refused"],
    [502, "later"],
  ] as const)(
    "given a %i response, then the outcome is signed_out, refused or later accordingly",
    async (status, outcome) => {
      expect(await send(server("a", [status]), "a", "ab")).toBe(outcome);
    },
  );
});
