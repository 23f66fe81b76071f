import { invalidRequest, resourceMissing } from "./api-error";
import type { Params } from "./form-body";
import { group, integer, text } from "./params";

type Listed = { id: string; object: string; created?: number };

export type Page<Item> = { object: "list"; url: string; has_more: boolean; data: Item[] };

/**
 * A page of a list sorted newest first: `limit` (1 to 100, default 10), `starting_after` or `ending_before` an id, `created` as a number
 * or `created[gte]` etc.
 */
export function listPage<Item extends Listed>(all: Item[], params: Params, url: string): Page<Item> {
  const limit = integer(params, "limit") ?? 10;
  if (limit < 1 || limit > 100) throw invalidRequest("Invalid limit: must be between 1 and 100", "limit");
  const items = all.filter((item) => isCreatedWithin(item, params));
  const after = text(params, "starting_after");
  const before = text(params, "ending_before");
  if (before !== undefined) {
    const end = placeOf(items, before, "ending_before");
    const start = Math.max(0, end - limit);
    return { object: "list", url, has_more: start > 0, data: items.slice(start, end) };
  }
  const start = after === undefined ? 0 : placeOf(items, after, "starting_after") + 1;
  return { object: "list", url, has_more: items.length > start + limit, data: items.slice(start, start + limit) };
}

function placeOf(items: Listed[], id: string, param: string): number {
  const place = items.findIndex((item) => item.id === id);
  if (place < 0) throw resourceMissing("object", id, param);
  return place;
}

function isCreatedWithin(item: Listed, params: Params): boolean {
  if (params.created === undefined) return true;
  const created = item.created ?? 0;
  if (typeof params.created === "string") return created === integer(params, "created");
  const range = group(params, "created") ?? {};
  const [gt, gte, lt, lte] = ["gt", "gte", "lt", "lte"].map((name) => integer(range, name));
  return (
    (gt === undefined || created > gt) &&
    (gte === undefined || created >= gte) &&
    (lt === undefined || created < lt) &&
    (lte === undefined || created <= lte)
  );
}
