import { randomInt, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import { type LedPlace, type LedTurn, ledMinutes, type OwnLedReading } from "~/services/contracts/led-readings";

/** Readings led by a teacher. Times are the database's, which all processes share. Decision 106. */

export type StoredLedReading = OwnLedReading & LedTurn & { uid: string };

const columns = sql`id, uid, book_id as "bookId", code, turn, place, to_json(ends_at at time zone 'UTC') #>> '{}' || 'Z' as "endsAt"`;

/** Attempts to find a free code; of 900,000 few are taken. */
const attempts = 20;

/** Begins a reading; the leader's reading before it ends. */
export async function startLedReading(
  database: Database,
  { realm, uid, bookId }: { realm: Realm; uid: string; bookId: string },
): Promise<StoredLedReading> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const started = await inTransaction(database, async (transaction) => {
      await transaction.execute(
        sql`delete from library.led_readings where realm = ${realm} and (uid = ${uid} or ends_at <= now())`,
      );
      const code = String(randomInt(100_000, 1_000_000));
      const { rows } = await transaction.execute<StoredLedReading>(sql`
        insert into library.led_readings (id, realm, uid, book_id, code, ends_at)
        values (${randomUUID()}, ${realm}, ${uid}, ${bookId}, ${code}, now() + make_interval(mins => ${ledMinutes}))
        on conflict do nothing returning ${columns}`);
      return rows[0];
    });
    if (started) return started;
  }
  throw new Error("No free code for reading together");
}

type By = { realm: Realm } & ({ id: string } | { code: string } | { uid: string });

/** A reading that has not ended; null if there is none. */
export async function findLedReading(database: Database, { realm, ...by }: By): Promise<StoredLedReading | null> {
  const isIt = "id" in by ? sql`id = ${by.id}` : "code" in by ? sql`code = ${by.code}` : sql`uid = ${by.uid}`;
  const { rows } = await database.execute<StoredLedReading>(
    sql`select ${columns} from library.led_readings where realm = ${realm} and ${isIt} and ends_at > now()`,
  );
  return rows[0] ?? null;
}

/** The places of readings that have not ended. */
export async function findLedTurns(database: Database, ids: readonly string[]): Promise<LedTurn[]> {
  const { rows } = await database.execute<StoredLedReading>(
    sql`select ${columns} from library.led_readings where id = any(${sql.param(ids)}::uuid[]) and ends_at > now()`,
  );
  return rows.map(({ id, turn, place, endsAt }) => ({ id, turn, place, endsAt }));
}

export async function turnLedReading(database: Database, { id }: { id: string }, place: LedPlace): Promise<void> {
  await database.execute(sql`
    update library.led_readings set turn = turn + 1, place = ${JSON.stringify(place)}::jsonb where id = ${id}`);
}

export async function endLedReading(database: Database, { id }: { id: string }): Promise<void> {
  await database.execute(sql`delete from library.led_readings where id = ${id}`);
}

/** Deletes readings that have ended. */
export async function purgeLedReadings(database: Database, realm: Realm): Promise<void> {
  await database.execute(sql`delete from library.led_readings where realm = ${realm} and ends_at <= now()`);
}

/** Deletes the readings of erased people. */
export async function eraseLedReadings(database: Database, realm: Realm, uids: string[]): Promise<void> {
  await database.execute(
    sql`delete from library.led_readings where realm = ${realm} and uid = any(${sql.param(uids)}::uuid[])`,
  );
}
