import { type SQL, sql } from "drizzle-orm";
import { databaseError } from "~/services/.server/directory/database-conflicts";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";
import { deepestPage } from "~/services/contracts/list-limits";
import { validationError } from "~/services/contracts/service-error";

/** Paging shared by the directory's lists: page numbers up to a depth, cursors beyond it, capped counts. */

export type SortOrder = "asc" | "desc";
export type Sort = { by: string; order: SortOrder };

export type PageRequest = {
  number: number;
  size: number;
  /** From the previous page; `number` is then ignored. */
  cursor: string | null;
};

/** `capped` counts up to `countCap` and then says `more`; `exact` counts all; `none` does not count. */
export type CountRequest = "capped" | "exact" | "none";

export type Total = { totalCount: number; more: boolean } | null;

export const countCap = 1000;
export const defaultSort: Sort = { by: "id", order: "desc" };

export type SortColumns = Record<string, SQL>;

/** `name,id` and `asc,desc` as sorts; uid maps to id. Throws 400 for fields that are none. docs/product/control-panel.md#entities. */
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

export type Keys = Array<string | number>;

export function writeCursor(keys: Keys): string {
  return Buffer.from(JSON.stringify(keys)).toString("base64url");
}

/** Whether a cursor belongs to these sorts, as far as its length shows. */
export function isCursorOf(cursor: string | null, sorts: Sort[]): boolean {
  const length = sorts.findIndex(({ by }) => by === "id") + 1 || sorts.length + 1;
  try {
    return cursor !== null && readCursor(cursor, length).length === length;
  } catch {
    return false;
  }
}

function readCursor(cursor: string, length: number): Keys {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    const holds =
      Array.isArray(keys) && keys.length === length && keys.every((key) => /^(string|number)$/.test(typeof key));
    if (holds && typeof keys.at(-1) === "number") return keys;
  } catch {
    // Falls through to the one error for every cursor that is not ours.
  }
  throw validationError([{ attribute: "cursor", reason: formMessages.incorrectFormat }]);
}

/**
 * Reads a page. The keys of a cursor are of types that only the database can check, so its errors are reported as a mistake in the cursor.
 * @throws ServiceError 400 where a cursor was given and the database calls a value unfit (SQLSTATE class 22)
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
  /** `true` where no cursor was given. */
  after: SQL;
  offset: number;
  /** Expressions whose values of the last row make the next cursor. */
  keys: SQL;
  /** The same as a column each, and read from those columns of `found`, so that JSON is made for the page's rows alone. */
  keyColumns: SQL;
  keysFound: SQL;
  /** The order by those columns: rows that already come in it need no second sort. */
  orderByKeys: SQL;
  /** In the order of ids alone: `< 17` for rows behind the cursor, for conditions on another column of the same ids. */
  idAfter: SQL | null;
  /** A bound on the first sort key behind the cursor: `after` implies it, but in a form that an index may not serve. null without a cursor. */
  startsAt: SQL | null;
};

/**
 * Turns sorts and a page into SQL. The id breaks ties in the direction of the last sort, so that one index serves both.
 * Throws 400 beyond the deepest page.
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

function afterKeys(sorts: Sort[], expressions: SQL[], values: Keys): SQL {
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

/** Words of a search, ready for LIKE: each must be found somewhere. */
export function searchPatterns(q: string): string[] {
  return (
    q
      .normalize("NFC")
      .toLowerCase()
      .split(/\s+/)
      // 'Begum, Isla' means the two words, in whatever order.
      .map((word) => word.replace(/^[,;]+|[,;]+$/g, ""))
      .filter(Boolean)
      .slice(0, 8)
      .map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`)
  );
}

/** Whether one of a search's words is long enough for the index of trigrams. */
export function usesTrigramIndex(q = ""): boolean {
  return searchPatterns(q).some((pattern) => isLong(pattern.slice(1, -1)));
}

function isLong(word: string): boolean {
  return [...word].length > 2;
}

/** Words of both searches, for what has nothing but its name to be found by. */
export function namePatterns({ q = "", qName = "" }: { q?: string | undefined; qName?: string | undefined }): string[] {
  return [...searchPatterns(q), ...searchPatterns(qName)];
}

/**
 * Words of a search as conditions on a text in lower case: each must be found somewhere; one of a letter or two at the start of
 * a word, since there is no index that finds two letters anywhere.
 */
export function searchConditions(text: SQL, q: string): SQL[] {
  return searchPatterns(q).map((pattern) => {
    const word = pattern.slice(1, -1);
    if (isLong(word)) return sql`${text} like ${pattern}`;
    return sql`(${text} like ${`${word}%`} or ${text} like ${`% ${word}%`})`;
  });
}

/** What a counted number means; a capped count goes one beyond the cap. */
export function readTotal(counted: number | null, request: CountRequest): Total {
  if (counted === null) return null;
  if (request === "exact" || counted <= countCap) return { totalCount: counted, more: false };
  return { totalCount: countCap, more: true };
}
