import type { EntryContext } from "@remix-run/node";

/**
 * Pages that have been written before. The same address with the same data is the same page, so its writing is spared. Who asks,
 * what they may and what they are shown has been found out anew before each look in here, and all of it is part of what a page is
 * known by: a page comes to nobody whose own would not be the same to the letter. Decisions 25 and 31.
 */

export type AskedPage = {
  request: Request;
  status: number;
  context: EntryContext;
  /** All that the page's loaders found, as the page itself carries it to the browser; null where it is not known. */
  data: string | null;
  /** Of this one answer: it stands in every script, and is put in anew each time. */
  nonce: string | undefined;
};

export type WrittenPages = {
  find(asked: AskedPage): Buffer<ArrayBuffer> | null;
  /** Keeps a page that is asked for a second time: most never are. */
  keep(asked: AskedPage, body: Buffer<ArrayBuffer>): void;
};

type Kept = {
  /** What stands between the places of the nonce; null where the page has been asked for only once. */
  pieces: Buffer[] | null;
  bytes: number;
  until: number;
};

/** Bytes of all pages and of what they are known by, of one page, and milliseconds for which one is kept. */
const limits = { all: 32_000_000, one: 400_000, duration: 300_000 };

export function createWrittenPages({ all, one, duration } = limits, now: () => number = Date.now): WrittenPages {
  // In the order in which they were last kept: the oldest stands first.
  const known = new Map<string, Kept>();
  let bytesOfAll = 0;

  return {
    find(asked) {
      const key = keyOf(asked);
      const kept = key === null ? undefined : known.get(key);
      return kept?.pieces && kept.until > now() ? joined(kept.pieces, asked.nonce) : null;
    },
    keep(asked, body) {
      const key = keyOf(asked);
      if (key === null || body.length + key.length > one) return;
      const isKnown = known.has(key);
      remove(key);
      const pieces = isKnown ? split(body, asked.nonce) : null;
      const bytes = key.length * 2 + (pieces ? body.length : 0);
      known.set(key, { pieces, bytes, until: now() + duration });
      bytesOfAll += bytes;
      makeRoom();
    },
  };

  function remove(key: string): void {
    bytesOfAll -= known.get(key)?.bytes ?? 0;
    known.delete(key);
  }

  /** What is too old goes too: nobody's data lie here for longer than the time that is said. */
  function makeRoom(): void {
    for (const [key, { until }] of known) {
      if (bytesOfAll <= all && until > now()) return;
      remove(key);
    }
  }
}

/** All that a page is made of; null for an answer to a form, an error, and a page that bears a notice of this very moment. */
function keyOf({ request, status, context, data, nonce }: AskedPage): string | null {
  const { loaderData, actionData, errors } = context.staticHandlerContext;
  const root = loaderData?.root as { notice?: unknown } | undefined;
  const isPage = request.method === "GET" && status === 200 && !actionData && !errors;
  if (!isPage || data === null || root?.notice !== null) return null;
  return `${request.url} ${nonce === undefined ? "bare" : "nonce"} ${data}`;
}

function split(body: Buffer, nonce: string | undefined): Buffer[] {
  if (nonce === undefined) return [body];
  return body
    .toString()
    .split(nonce)
    .map((piece) => Buffer.from(piece));
}

function joined(pieces: Buffer[], nonce: string | undefined): Buffer<ArrayBuffer> {
  const between = Buffer.from(nonce ?? "");
  return Buffer.concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece])));
}
