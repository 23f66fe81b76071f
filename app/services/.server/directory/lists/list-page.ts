import { type SQL, sql } from "drizzle-orm";
import { databaseError } from "~/services/.server/directory/database-conflicts";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";
import { deepestPage } from "~/services/contracts/list-limits";
import { validationError } from "~/services/contracts/service-error";
import { withoutInvisible } from "~/services/contracts/typed-text";

/** Paging of the directory's lists: page numbers up to a limit, cursors beyond it, capped counts. */

export type SortOrder = "asc" | "desc";
export type Sort = { by: string; order: SortOrder };

export type PageRequest = {
  number: number;
  size: number;
  /** `nextCursor` of the previous page; overrides `number`. */
  cursor: string | null;
};

/** `capped` counts up to `countCap` and sets `more` above it; `exact` counts all; `none` does not count. */
export type CountRequest = "capped" | "exact" | "none";

export type Total = { totalCount: number; more: boolean } | null;

export const countCap = 1000;
const defaultSort: Sort = { by: "id", order: "desc" };

export type SortColumns = Record<string, SQL>;

/**
 * Parses `name,id` and `asc,desc` into sorts; uid is an alias of id. Throws 400 for unknown fields. docs/product/control-panel.md#entities.
 */
export function readSorts(columns: SortColumns, sortBy?: string, sortOrder?: string): Sort[] {
  const orders = (sortOrder ?? "").split(",").map((order) => order.trim().toLowerCase());
  return (sortBy || defaultSort.by).split(",").map((text, index) => {
    const by = text.trim() === "uid" ? "id" : text.trim();
    if (!Object.hasOwn(columns, by))
      throw validationError([{ attribute: "sortBy", reason: formMessages.incorrectFormat }]);
    const order = orders[index] ?? orders[0] ?? "";
    if (order !== "" && order !== "asc" && order !== "desc") {
      throw validationError([{ attribute: "sortOrder", reason: formMessages.incorrectFormat }]);
    }
    return { by, order: order === "asc" ? "asc" : "desc" };
  });
}

export type SortKeys = Array<string | number>;

export function writeCursor(keys: SortKeys): string {
  return Buffer.from(JSON.stringify(keys)).toString("base64url");
}

/** Whether a cursor fits these sorts, judged by its number of keys. */
export function isCursorOf(cursor: string | null, sorts: Sort[]): boolean {
  const length = sorts.findIndex(({ by }) => by === "id") + 1 || sorts.length + 1;
  try {
    return cursor !== null && readCursor(cursor, length).length === length;
  } catch {
    return false;
  }
}

function readCursor(cursor: string, length: number): SortKeys {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    const holds =
      Array.isArray(keys) && keys.length === length && keys.every((key) => /^(string|number)$/.test(typeof key));
    if (holds && typeof keys.at(-1) === "number") return keys;
  } catch {
    // Falls through to the common error for invalid cursors.
  }
  throw validationError([{ attribute: "cursor", reason: formMessages.incorrectFormat }]);
}

/**
 * Runs a page's query. Only the database can check the types of a cursor's keys, so its errors are reported as an invalid cursor.
 * @throws ServiceError 400 if a cursor was given and the database rejects a value (SQLSTATE class 22)
 */
export async function readFromCursor<T>({ cursor }: PageRequest, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (cursor === null || !databaseError(error)?.code.startsWith("22")) throw error;
    throw validationError([{ attribute: "cursor", reason: formMessages.incorrectFormat }]);
  }
}

export type PagePlan = {
  orderBy: SQL;
  /** `true` without a cursor. */
  after: SQL;
  offset: number;
  /** Sort key expressions; their values in the last row are the next cursor. */
  keys: SQL;
  /** The keys as separate columns, and JSON built from those columns of `found`, so that JSON is built only for the page's rows. */
  keyColumns: SQL;
  keysFound: SQL;
  /** The order by those columns: rows already in this order need no second sort. */
  orderByKeys: SQL;
  /** Only when sorted by id alone: `< 17` for rows after the cursor, to apply to another column with the same ids. */
  idAfter: SQL | null;
  /** A bound on the first sort key, implied by `after` but usable by an index. null without a cursor. */
  startsAt: SQL | null;
};

/**
 * Translates sorts and a page into SQL. The id breaks ties in the direction of the last sort, so that one index serves both directions.
 * Throws 400 beyond the last numbered page.
 */
export function planPage(columns: SortColumns, sorts: Sort[], page: PageRequest): PagePlan {
  if (!page.cursor && page.number > deepestPage) {
    const reason = fillMessage("between", { min: 1, max: deepestPage });
    throw validationError([{ attribute: "pageNumber", reason }]);
  }
  const all = sorts.some((sort) => sort.by === "id")
    ? [...sorts]
    : [...sorts, { by: "id", order: sorts.at(-1)?.order ?? "desc" }];
  const used = all.slice(0, all.findIndex((sort) => sort.by === "id") + 1) as Sort[];
  const expressions = used.map((sort) => columns[sort.by] as SQL);
  const orderBy = sql.join(
    used.map((sort, index) => sql`${expressions[index]} ${sql.raw(sort.order)}`),
    sql`, `,
  );
  const keys = sql`json_build_array(${sql.join(expressions, sql`, `)})`;
  const keyColumns = sql.join(
    expressions.map((expression, index) => sql`${expression} as ${sql.raw(`key_${index}`)}`),
    sql`, `,
  );
  const keysFound = sql.raw(`json_build_array(${used.map((_, index) => `found.key_${index}`).join(", ")})`);
  const orderByKeys = sql.raw(used.map(({ order }, index) => `key_${index} ${order}`).join(", "));
  const order = { orderBy, keys, keyColumns, keysFound, orderByKeys };
  if (!page.cursor) {
    return { after: sql`true`, offset: (page.number - 1) * page.size, idAfter: null, startsAt: null, ...order };
  }
  const values = readCursor(page.cursor, used.length);
  const sign = sql.raw(used[0]?.order === "asc" ? ">" : "<");
  const idAfter = used.length === 1 ? sql`${sign} ${values[0]}` : null;
  const startsAt = sql`${expressions[0]} ${sign}= ${values[0]}`;
  return { after: afterKeys(used, expressions, values), offset: 0, idAfter, startsAt, ...order };
}

function afterKeys(sorts: Sort[], expressions: SQL[], values: SortKeys): SQL {
  const orders = new Set(sorts.map((sort) => sort.order));
  if (orders.size === 1) {
    const sign = sql.raw(orders.has("asc") ? ">" : "<");
    const left = sql.join(expressions, sql`, `);
    const right = sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    );
    return sql`(${left}) ${sign} (${right})`;
  }
  const steps = sorts.map((sort, index) => {
    const equal = expressions.slice(0, index).map((expression, at) => sql`${expression} = ${values[at]}`);
    const sign = sql.raw(sort.order === "asc" ? ">" : "<");
    return sql`(${sql.join([...equal, sql`${expressions[index]} ${sign} ${values[index]}`], sql` and `)})`;
  });
  return sql`(${sql.join(steps, sql` or `)})`;
}

/** The words of a search as LIKE patterns; a row must match all of them. */
export function searchPatterns(q: string): string[] {
  return (
    withoutInvisible(q)
      .normalize("NFC")
      .toLowerCase()
      .split(/\s+/)
      // 'Begum, Isla' searches for both words, in any order.
      .map((word) => word.replace(/^[,;]+|[,;]+$/g, ""))
      .filter(Boolean)
      .slice(0, 8)
      .map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`)
  );
}

/** Whether one of the search words is long enough for the trigram index. */
export function usesTrigramIndex(q = ""): boolean {
  return searchPatterns(q).some((pattern) => isLong(pattern.slice(1, -1)));
}

function isLong(word: string): boolean {
  return [...word].length > 2;
}

/** Words of both searches, for lists that can only be searched by name. */
export function namePatterns({ q = "", qName = "" }: { q?: string | undefined; qName?: string | undefined }): string[] {
  return [...searchPatterns(q), ...searchPatterns(qName)];
}

/**
 * The words of a search as conditions on a lower-case text; all must match. Words of one or two letters match only at the start of a word,
 * since the trigram index needs three.
 */
export function searchConditions(text: SQL, q: string): SQL[] {
  return searchPatterns(q).map((pattern) => {
    const word = pattern.slice(1, -1);
    if (isLong(word)) return sql`${text} like ${pattern}`;
    return sql`(${text} like ${`${word}%`} or ${text} like ${`% ${word}%`})`;
  });
}

/** Interprets a counted number; a capped count stops one above the cap. */
export function readTotal(counted: number | null, request: CountRequest): Total {
  if (counted === null) return null;
  if (request === "exact" || counted <= countCap) return { totalCount: counted, more: false };
  return { totalCount: countCap, more: true };
}
