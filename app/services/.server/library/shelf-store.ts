import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import type { ReaderKey } from "~/services/.server/directory/people/reader-profile";
import { categoryOf, foldText, wordsOfCategory } from "~/services/contracts/book-categories";
import { lengthBounds, type Shelf, type ShelfQuery, shelfPageSize } from "~/services/contracts/shelf";
import { withoutInvisible } from "~/services/contracts/typed-text";
import { accessibilityConditions } from "./accessibility-conditions";
import { onOwnShelf, onSchoolShelf } from "./placed-books";
import type { StoredBook } from "./store";
import { isReleased } from "./withheld-books";

/**
 * Queries for one person's shelf: the database searches, filters, sorts and pages.
 * docs/product/choices.md#books.
 */

/** The owner of the shelf, with the rights to open books. */
export type ShelfOwner = ReaderKey & {
  realm: Realm;
  subscriptions: readonly string[];
  /** Whether the person is entitled to talking books. */
  opensTalking: boolean;
  /** Excludes books for older readers; null for no limit. */
  upToAge: number | null;
  /** Whether the person's positions are stored; otherwise no book is begun or finished. */
  keepsPlace: boolean;
  /** Internal ids of the person's schools. */
  schools: readonly number[];
};

export type ShelfRow = { book: StoredBook; progress: number | null };

/** Progress from which a book counts as read. */
const finished = 0.98;
/** Maximum number of begun books, which are shown first. */
const maxBegunBooks = 20;
/** Minimum word similarity, 0 to 1, for a search without exact matches: `clok` finds a clock. */
const similarEnough = 0.5;

export type BookRow = { id: string; version: string; revision: string; title: string; shelf: StoredBook["shelf"] };
export const bookOf = ({ id, version, revision, title, shelf }: BookRow): StoredBook => ({
  id,
  version,
  revision,
  title,
  shelf,
});
export const bookColumns = sql`b.id, b.version, b.xmin::text as revision, b.title, b.shelf`;

/** Condition: begun, not finished, and not hidden since. */
const isUnderWay = sql`(m.progress > 0 and m.progress < ${finished} and (m.hidden_at is null or m.marked_at > m.hidden_at))`;

type Rights = Pick<ShelfOwner, "realm" | "subscriptions" | "opensTalking">;

/** Condition: a catalogue row `c` lets the person open its book. */
function opensBook({ realm, subscriptions, opensTalking }: Rights): SQL {
  return sql`c.realm = ${realm} and c.subscription = any(${sql.param(["", ...subscriptions])}) and c.withdrawn_at is null
    and ${opensTalking ? sql`true` : sql`not c.is_talking`}`;
}

/** Ids of books that the person may open, with their catalogue position. */
export function openTo(rights: Rights): SQL {
  return sql`
    select c.book_id as id, min(c.position) as position from library.catalogue c where ${opensBook(rights)} group by c.book_id`;
}

/** Condition: a book `b` is within the person's age limit. */
export function isYoungEnough({ upToAge }: Pick<ShelfOwner, "upToAge">): SQL {
  return upToAge === null ? sql`true` : sql`coalesce(b.age_from, 0) <= ${upToAge}`;
}

/** Condition: a book `b` is within the person's age limit, and not withheld from the child who reads. */
function isMeantFor(owner: ShelfOwner): SQL {
  return sql`${isYoungEnough(owner)} and ${isReleased(owner)}`;
}

/** Condition: a last-marks row `m` belongs to the reader. */
function isOf({ realm, uid, profileId }: ReaderKey & { realm: Realm }): SQL {
  return sql`m.realm = ${realm} and m.uid = ${uid}::uuid and m.profile_id = ${profileId}::uuid`;
}

/** Joins the person's mark in each book, as `m`; none if positions are not stored. */
function markOf(owner: ShelfOwner): SQL {
  return sql`left join library.last_marks m on ${owner.keepsPlace} and ${isOf(owner)} and m.book_id = b.id`;
}

/**
 * One page of the shelf.
 * @param own primary subtag of the person's language, whose books come first in the shelf's default order
 */
export async function findShelf(
  database: Database,
  owner: ShelfOwner,
  query: ShelfQuery,
  own: string | null,
): Promise<{ rows: ShelfRow[]; totalCount: number; isSimilar: boolean }> {
  const words = wordsOf(query.q);
  const exact = await findPage(database, owner, query, own, words.map(holdsWord));
  if (exact.totalCount > 0 || words.length === 0) return { ...exact, isSimilar: false };
  const similar = await inTransaction(database, async (transaction) => {
    await transaction.execute(
      sql`select set_config('pg_trgm.word_similarity_threshold', ${String(similarEnough)}, true)`,
    );
    return findPage(transaction, owner, query, own, words.map(holdsSimilarWord));
  });
  return { ...similar, isSimilar: similar.totalCount > 0 };
}

export function wordsOf(text: string | undefined): string[] {
  return foldText(withoutInvisible(text ?? ""))
    .split(/\s+/)
    .filter(Boolean);
}

export function holdsWord(word: string): SQL {
  return sql`b.search like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`;
}

function holdsSimilarWord(word: string): SQL {
  return sql`${word} <% b.search`;
}

async function findPage(
  database: Database | Transaction,
  owner: ShelfOwner,
  query: ShelfQuery,
  own: string | null,
  words: SQL[],
): Promise<{ rows: ShelfRow[]; totalCount: number }> {
  const conditions = [
    ...words,
    ...conditionsOf(query),
    ...accessibilityConditions(query),
    ...placeCondition(query, owner),
  ];
  const where = sql.join([isMeantFor(owner), ...conditions], sql` and `);
  const offset = ((query.page ?? 1) - 1) * shelfPageSize;
  // The total is counted separately, so that the first page does not need all rows sorted.
  const { rows } = await database.execute<BookRow & { progress: number | null; total: number }>(sql`
    with visible as (${openTo(owner)}),
    found as (
      select b.id, v.position, m.progress, m.marked_at
      from visible v join library.books b on b.id = v.id ${markOf(owner)}
      where ${where}),
    shown as (
      select v.id, v.progress, row_number() over () as place from (
        select v.* from found v join library.books b on b.id = v.id order by ${orderOf(query, owner.realm, own)}
        limit ${shelfPageSize} offset ${offset}) v)
    select ${bookColumns}, shown.progress, (select count(*)::int from found) as total
    from shown join library.books b on b.id = shown.id order by shown.place`);
  return {
    rows: rows.map((row) => ({ book: bookOf(row), progress: row.progress })),
    totalCount: rows[0]?.total ?? 0,
  };
}

function conditionsOf(query: ShelfQuery): SQL[] {
  const conditions: SQL[] = [];
  if (query.category) conditions.push(sql`b.categories && ${sql.param(wordsOfCategory(query.category))}::text[]`);
  if (query.language) conditions.push(sql`${query.language} = any(b.languages)`);
  if (query.voice) conditions.push(sql`${query.voice} = any(b.voices)`);
  if (query.age !== undefined) {
    conditions.push(sql`b.age_from <= ${query.age}
      and coalesce((b.shelf ->> 'ageTo')::numeric, 99) >= ${query.age}`);
  }
  if (query.length) conditions.push(lengthCondition(query.length));
  if (query.narrated) conditions.push(sql`(cardinality(b.voices) > 0) = ${query.narrated === "yes"}`);
  if (query.signed) conditions.push(sql`jsonb_array_length(b.shelf -> 'videoLanguages') > 0`);
  if (query.kind) conditions.push(sql`b.shelf ->> 'kind' = ${query.kind}`);
  if (query.author) conditions.push(sql`jsonb_exists(b.shelf -> 'authors', ${query.author})`);
  if (query.series) conditions.push(sql`b.shelf -> 'series' ->> 'name' = ${query.series}`);
  return conditions;
}

/** Condition: the book is on the person's own shelf, or on those of their schools. */
function placeCondition({ place }: ShelfQuery, owner: ShelfOwner): SQL[] {
  if (place === "mine") return [sql`b.id in ${onOwnShelf(owner)}`];
  return place === "school" ? [sql`b.id in ${onSchoolShelf(owner)}`] : [];
}

function lengthCondition(length: NonNullable<ShelfQuery["length"]>): SQL {
  const { medium, long } = lengthBounds;
  if (length === "short") return sql`b.minutes < ${medium}`;
  return length === "long" ? sql`b.minutes >= ${long}` : sql`b.minutes >= ${medium} and b.minutes < ${long}`;
}

function orderOf({ sort, series }: ShelfQuery, realm: Realm, own: string | null): SQL {
  const title = sql`b.title collate ${sql.raw(`directory.alphabet_${realm}`)}, b.id`;
  if (sort === "new") return sql`b.added_at desc, b.id`;
  if (sort === "title") return title;
  if (sort === "read") return sql`v.marked_at desc nulls last, v.position, ${title}`;
  if (sort === "length") return sql`b.minutes, ${title}`;
  if (series) return sql`(b.shelf -> 'series' ->> 'position')::numeric nulls last, ${title}`;
  return sql`case when b.language = ${own} then 0 when ${own} = any(b.languages) then 1 else 2 end, v.position, ${title}`;
}

/** Books that the person has begun and not finished, latest first, without hidden ones. */
export async function findBegunBooks(database: Database, owner: ShelfOwner): Promise<ShelfRow[]> {
  if (!owner.keepsPlace) return [];
  const { rows } = await database.execute<BookRow & { progress: number }>(sql`
    with visible as (${openTo(owner)})
    select ${bookColumns}, m.progress
    from library.last_marks m join visible v on v.id = m.book_id join library.books b on b.id = m.book_id
    where ${isOf(owner)} and ${isUnderWay} and ${isMeantFor(owner)}
    order by m.marked_at desc limit ${maxBegunBooks}`);
  return rows.map((row) => ({ book: bookOf(row), progress: row.progress }));
}

/**
 * Filter values that occur in the person's books, most frequent first.
 * @param among counts only these books; default: all
 */
export async function findFilterChoices(
  database: Database,
  owner: ShelfOwner,
  among?: readonly string[],
): Promise<Shelf["choices"]> {
  const { rows } = await database.execute<{ what: string; value: string; count: number }>(sql`
    with visible as (${openTo(owner)})
    select what, value, count(*)::int as count
    from visible join library.books b on b.id = visible.id,
    lateral (
      select 'language' as what, unnest(b.languages) as value
      union all select 'voice', unnest(b.voices)
      union all select 'category', jsonb_array_elements_text(coalesce(b.shelf -> 'categories', '[]'))) as choice
    where ${isYoungEnough(owner)} and ${among === undefined ? sql`true` : sql`b.id = any(${sql.param([...among])}::text[])`}
    group by what, value`);
  const of = (what: string, nameOf: (value: string) => string = (value) => value) => {
    const counts = new Map<string, number>();
    for (const row of rows.filter((each) => each.what === what)) {
      const name = nameOf(row.value);
      counts.set(name, (counts.get(name) ?? 0) + row.count);
    }
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  };
  return { languages: of("language"), voices: of("voice"), categories: of("category", categoryOf) };
}

/** Ids of all books that the person may open, in the shelf's default order; also those that are withheld from a child. */
export async function findBooksInOrder(database: Database, owner: ShelfOwner, own: string | null): Promise<string[]> {
  const { rows } = await database.execute<{ id: string }>(sql`
    with visible as (${openTo(owner)})
    select b.id from visible v join library.books b on b.id = v.id
    where ${isYoungEnough(owner)} order by ${orderOf({}, owner.realm, own)}`);
  return rows.map(({ id }) => id);
}

/** The given books, in this order; books that the person may not open are omitted. */
export async function findShelved(database: Database, owner: ShelfOwner, ids: readonly string[]): Promise<ShelfRow[]> {
  const { rows } = await database.execute<BookRow & { progress: number | null }>(sql`
    select ${bookColumns}, m.progress
    from unnest(${sql.param([...ids])}::text[]) with ordinality as wanted (id, place)
    join library.books b on b.id = wanted.id ${markOf(owner)}
    where ${isMeantFor(owner)} and exists (
      select from library.catalogue c where c.book_id = b.id and ${opensBook(owner)})
    order by wanted.place`);
  return rows.map((row) => ({ book: bookOf(row), progress: row.progress }));
}

/** Ids of the books that the person has finished. */
export async function findFinished(database: Database, owner: ShelfOwner): Promise<Set<string>> {
  if (!owner.keepsPlace) return new Set();
  const { rows } = await database.execute<{ id: string }>(sql`
    select m.book_id as id from library.last_marks m where ${isOf(owner)} and m.progress >= ${finished}`);
  return new Set(rows.map(({ id }) => id));
}

/** Books that share categories, series, authors or age with a book, most similar first. */
export async function findSimilarBooks(
  database: Database,
  owner: ShelfOwner,
  bookId: string,
  limit: number,
): Promise<StoredBook[]> {
  const { rows } = await database.execute<BookRow>(sql`
    with visible as (${openTo(owner)}),
    this as (select * from library.books where id = ${bookId}),
    scored as (
      select b.id, v.position,
        (case when b.shelf -> 'series' ->> 'name' = this.shelf -> 'series' ->> 'name' then 6 else 0 end)
        + (select count(*) from unnest(b.categories) word where word = any(this.categories)) * 2
        + (case when b.shelf -> 'authors' ->> 0 = this.shelf -> 'authors' ->> 0 then 3 else 0 end)
        + (case when b.languages && this.languages then 2 else 0 end) as score,
        abs(coalesce((b.shelf ->> 'ageFrom')::numeric, 7) - coalesce((this.shelf ->> 'ageFrom')::numeric, 7)) as apart
      from visible v join library.books b on b.id = v.id, this
      where b.id <> this.id and ${isMeantFor(owner)})
    select ${bookColumns} from scored s join library.books b on b.id = s.id
    where s.score > 0
    order by s.score desc, s.apart, s.position, b.id limit ${limit}`);
  return rows.map(bookOf);
}

/** Hides a begun book from 'Keep reading', or shows it again. @returns false if the person has no mark in it */
export async function hideReading(
  database: Database,
  { bookId, ...reader }: ReaderKey & { realm: Realm; bookId: string },
  isHidden: boolean,
): Promise<boolean> {
  const { rowCount } = await database.execute(sql`
    update library.last_marks m set hidden_at = ${isHidden ? sql`now()` : null}
    where ${isOf(reader)} and m.book_id = ${bookId}`);
  return (rowCount ?? 0) > 0;
}
