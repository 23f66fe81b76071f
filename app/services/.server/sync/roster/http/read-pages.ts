import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { RosterSourceError } from "~/services/.server/sync/roster/roster";
import { truncatedResponse } from "./send";
import type { SourceHttp } from "./source-http";

/** One page, parsed according to the source's standard. */
export type Page<Item> = {
  items: readonly Item[];
  /** Number of entries of the page, including those that were refused. */
  entries: number;
  /** Address of the next page; null after the last. */
  next: URL | null;
  /** Number of entries in the whole list, if the source provides it. */
  total: number | null;
};

export type PageReading<Item> = {
  http: SourceHttp;
  first: URL;
  /**
   * @param received number of entries before this page
   * @param isCheck whether the page was read before, so that what it contains has been reported
   * @throws z.ZodError or RosterSourceError if the body does not match the standard
   */
  read(response: {
    url: URL;
    body: unknown;
    headers: IncomingHttpHeaders;
    received: number;
    isCheck: boolean;
  }): Page<Item>;
  idOf(item: Item): string;
  /** False for long lists in which duplicates are harmless: only whole pages are compared, so that no ids are stored. */
  keepsIds?: boolean;
  /** Identity of an entry apart from its id. If given, the first page is read again at the end: its entries must have the same ids. */
  identityOf?(item: Item): string;
};

/**
 * Entries of a paged list, page by page.
 * @throws RosterSourceError "repeated_page", "changed_id", "cut_off" if there are fewer entries than the source counted,
 * "malformed_answer", and request errors
 */
export async function* readPages<Item>(reading: PageReading<Item>): AsyncIterable<readonly Item[]> {
  const { http, first } = reading;
  const place = { host: first.host, path: first.pathname };
  const addresses = new Set<string>();
  const memory = createMemory(reading);
  let total: number | null = null;

  for (let url: URL | null = first; url; ) {
    if (addresses.has(url.href) || addresses.size >= http.limits.pages) {
      throw new RosterSourceError("repeated_page", place);
    }
    addresses.add(url.href);
    const page: Page<Item> = await readPage(reading, url, memory.received(), false);
    const fresh = memory.take(page);
    if (fresh === null) throw new RosterSourceError("repeated_page", place);
    total = page.total ?? total;
    yield fresh;
    url = page.next;
  }
  if (total !== null && memory.distinct() < total) throw truncatedResponse(first);
  if (memory.hasIdentities()) {
    const again = await readPage(reading, first, 0, true);
    if (memory.hasChangedIds(again.items)) throw new RosterSourceError("changed_id", place);
  }
}

/** State about the pages received so far. */
type Memory<Item> = {
  /** New entries of a page; null for a repeated page. */
  take(page: Pick<Page<Item>, "items" | "entries">): readonly Item[] | null;
  received(): number;
  /** Number of entries without duplicates, as far as ids are stored; refused ones count. */
  distinct(): number;
  hasIdentities(): boolean;
  /** Whether an entry with an identity from the first page now has an id that the first page did not have for it. */
  hasChangedIds(items: readonly Item[]): boolean;
};

function createMemory<Item>({ idOf, keepsIds = true, identityOf }: PageReading<Item>): Memory<Item> {
  const ids = new Set<string>();
  const prints = new Set<string>();
  /** Ids of the first page by identity; two entries may have the same identity. */
  const identities = new Map<string, Set<string>>();
  let received = 0;
  let refused = 0;
  let firstLength = 0;

  return {
    take({ items, entries }) {
      // An id that a page contains twice is refused by the reader of the records, and not a sign of a list that shifts.
      refused += entries - new Set(items.map(idOf)).size;
      received += entries - items.length;
      if (items.length === 0) return items;
      const print = printOf(items.map(idOf));
      const fresh = keepsIds ? items.filter((item) => !ids.has(idOf(item))) : items;
      // A last page may contain nothing new if entries shifted during reading; a full page may not.
      if (prints.has(print) || (fresh.length === 0 && items.length >= firstLength)) return null;
      prints.add(print);
      if (keepsIds) for (const item of fresh) ids.add(idOf(item));
      if (firstLength === 0) {
        firstLength = items.length;
        for (const item of identityOf ? items : []) {
          const identity = identityOf?.(item) ?? "";
          identities.set(identity, (identities.get(identity) ?? new Set()).add(idOf(item)));
        }
      }
      received += items.length;
      return fresh;
    },
    received: () => received,
    distinct: () => (keepsIds ? ids.size + refused : received),
    hasIdentities: () => identities.size > 0,
    hasChangedIds: (items) =>
      items.some((item) => {
        const before = identities.get(identityOf?.(item) ?? "");
        return before !== undefined && !before.has(idOf(item));
      }),
  };
}

function printOf(ids: readonly string[]): string {
  return createHash("sha256").update(ids.join("\n")).digest("base64");
}

async function readPage<Item>(
  { http, read }: PageReading<Item>,
  url: URL,
  received: number,
  isCheck: boolean,
): Promise<Page<Item>> {
  if (url.origin !== http.base.origin) throw malformed(url);
  const { body, headers } = await http.getJson(url);
  try {
    return read({ url, body, headers, received, isCheck });
  } catch (error) {
    throw error instanceof RosterSourceError ? error : malformed(url);
  }
}

function malformed(url: URL): RosterSourceError {
  return new RosterSourceError("malformed_answer", { host: url.host, path: url.pathname });
}
