import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { RosterSourceError } from "../roster";
import { cutOff } from "./send";
import type { SourceHttp } from "./source-http";

/** One page as the source's standard lays it out. */
export type Page<Item> = {
  items: readonly Item[];
  /** Where the next page is; null after the last. */
  next: URL | null;
  /** How many the whole list has, where the source says so. */
  total: number | null;
};

export type PageReading<Item> = {
  http: SourceHttp;
  first: URL;
  /**
   * @param received entries so far, these not among them
   * @throws z.ZodError or RosterSourceError for what is not of the standard's shape
   */
  read(answer: { url: URL; body: unknown; headers: IncomingHttpHeaders; received: number }): Page<Item>;
  idOf(item: Item): string;
  /** Long lists whose entries may come twice without harm: only whole pages are compared, so that no id is kept. */
  keepsIds?: boolean;
  /**
   * What an entry is beside its id. Where given, the first page is read once more at the end: the same entries must still have their
   * ids.
   */
  identityOf?(item: Item): string;
};

/**
 * Entries of a list that comes in pages, page by page.
 * @throws RosterSourceError "repeated_page", "changed_id", "cut_off" when fewer came than the source counted, "malformed_answer", and
 * what requests end with
 */
export async function* readPages<Item>(reading: PageReading<Item>): AsyncIterable<readonly Item[]> {
  const { http, first, idOf, keepsIds = true, identityOf } = reading;
  const place = { host: first.host, path: first.pathname };
  const ids = new Set<string>();
  const addresses = new Set<string>();
  const prints = new Set<string>();
  const identities = new Map<string, string>();
  let received = 0;
  let total: number | null = null;

  for (let url: URL | null = first; url; ) {
    if (addresses.has(url.href)) throw new RosterSourceError("repeated_page", place);
    if (addresses.size >= http.limits.pages) throw new RosterSourceError("repeated_page", place);
    addresses.add(url.href);
    const page: Page<Item> = await readPage(reading, url, received);
    const fresh = keepsIds ? page.items.filter((item) => !ids.has(idOf(item))) : page.items;
    const print = keepsIds ? "" : printOf(page.items.map(idOf));
    const isRepeated = keepsIds ? fresh.length === 0 : prints.has(print);
    if (page.items.length > 0 && isRepeated) throw new RosterSourceError("repeated_page", place);
    if (keepsIds) for (const item of fresh) ids.add(idOf(item));
    else if (page.items.length > 0) prints.add(print);
    if (url === first && identityOf) for (const item of page.items) identities.set(identityOf(item), idOf(item));
    received += page.items.length;
    total = page.total ?? total;
    yield fresh;
    url = page.next;
  }
  if (total !== null && (keepsIds ? ids.size : received) < total) throw cutOff(first);
  if (identityOf && identities.size > 0) await refuseChangedIds(reading, identities, identityOf);
}

function printOf(ids: readonly string[]): string {
  return createHash("sha256").update(ids.join("\n")).digest("base64");
}

async function readPage<Item>({ http, read }: PageReading<Item>, url: URL, received: number): Promise<Page<Item>> {
  if (url.origin !== http.base.origin) throw malformed(url);
  const { body, headers } = await http.getJson(url);
  try {
    return read({ url, body, headers, received });
  } catch (error) {
    throw error instanceof RosterSourceError ? error : malformed(url);
  }
}

/** Somebody with the same identity and another id is the same person under ids that do not last. */
async function refuseChangedIds<Item>(
  reading: PageReading<Item>,
  identities: ReadonlyMap<string, string>,
  identityOf: (item: Item) => string,
): Promise<void> {
  const { items } = await readPage(reading, reading.first, 0);
  const hasChanged = items.some((item) => {
    const before = identities.get(identityOf(item));
    return before !== undefined && before !== reading.idOf(item);
  });
  if (!hasChanged) return;
  throw new RosterSourceError("changed_id", { host: reading.first.host, path: reading.first.pathname });
}

function malformed(url: URL): RosterSourceError {
  return new RosterSourceError("malformed_answer", { host: url.host, path: url.pathname });
}
