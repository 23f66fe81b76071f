import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";

/**
 * Turns for an account at which too many people have guessed: one guess at a time, whatever address it comes from. An address that is
 * refused is given one of the next turns, which no other address can use. So whoever waits as long as they were told is checked, even
 * while others go on guessing. Decision 9.
 */

/** Waits in milliseconds. */
export type TurnRule = {
  /** Between two turns at most; the first are 1, 2, 4 … s apart. */
  longestWait: number;
  /** The same after `lastingTurns`, so that an attack of days or months does not gain too many. */
  lastingWait: number;
  /** After the last turn: the next guess is then 1 s away again. */
  memory: number;
};

/** Milliseconds during which a given turn can still be used: people are slower than they were told. */
const grace = 5 * 60_000;
/** Turns are given this many of the longest waits ahead. More would make everybody wait longer, fewer would suit one patient attacker. */
const waitsAhead = 2;
/** Turns after which an attack is a lasting one: two hours of turns 20 s apart. */
export const lastingTurns = 360;
/** Keeps a power of two small enough for the database. */
const mostDoublings = 30;

/**
 * Takes a turn for the guesses at `account` from `address`, keys of the table `auth.rate_limits`.
 * @returns milliseconds to wait; 0 if it is this address's turn, which is then used up
 */
export async function takeTurn(
  database: Database,
  { account, address }: { account: string; address: string },
  { longestWait, lastingWait, memory }: TurnRule,
): Promise<number> {
  const now = Date.now();
  const given = await database.execute<{ expire: string }>(sql`
    select expire from auth.rate_limits where key = ${address} and expire > ${now}`);
  const turn = given.rows[0] && Number(given.rows[0].expire) - grace;
  if (turn !== undefined && turn > now) return turn - now;
  // Of parallel guesses only one deletes the turn.
  const used = await database.execute(sql`
    delete from auth.rate_limits where key = ${address} and expire > ${now} and expire <= ${now + grace} returning key`);
  if (used.rows.length > 0) return 0;
  return nextTurn();

  /**
   * The account's row holds the number of turns and, as `expire`, the time of the next turn plus `memory`. If too many turns are given
   * away, nothing is written; the next one is then open to whoever comes first.
   */
  async function nextTurn(): Promise<number> {
    const longest = (turns: SQL) =>
      sql`(case when ${turns} > ${lastingTurns} then ${lastingWait} else ${longestWait} end)::bigint`;
    const wait = (turns: SQL) =>
      sql`least(1000 * power(2, least(${turns}, ${mostDoublings})), ${longest(turns)})::bigint`;
    const ahead = sql`${waitsAhead} * ${longest(sql`stored.points`)}`;
    const { rows } = await database.execute<{ turn: string }>(sql`
      insert into auth.rate_limits as stored (key, points, expire)
      values (${account}, 1, ${now}::bigint + 1000 + ${wait(sql`1`)} + ${memory})
      on conflict (key) do update set
        points = case when stored.expire <= ${now} then 1 else stored.points + 1 end,
        expire = case
          when stored.expire <= ${now} then excluded.expire
          else greatest(stored.expire, ${now}::bigint + ${memory}) + ${wait(sql`stored.points + 1`)}
        end
      where stored.expire <= ${now}::bigint + ${memory} + ${ahead}
      returning expire - ${memory} - ${wait(sql`stored.points`)} as turn`);
    if (!rows[0]) return openTurn();
    const due = Math.max(0, Number(rows[0].turn) - now);
    if (due === 0) return 0;
    // Of parallel guesses from one address the earliest turn counts.
    await database.execute(sql`
      insert into auth.rate_limits as stored (key, points, expire) values (${address}, 1, ${now + due + grace})
      on conflict (key) do update set expire =
        case when stored.expire > ${now} then least(stored.expire, excluded.expire) else excluded.expire end`);
    return due;
  }

  /** A query of its own: parallel guesses may just have moved the turn. */
  async function openTurn(): Promise<number> {
    const { rows } = await database.execute<{ turn: string }>(sql`
      select expire - ${memory} as turn from auth.rate_limits where key = ${account}`);
    // None if it has been forgotten in between.
    return Math.max(1000, Number(rows[0]?.turn ?? 0) - now);
  }
}
