import { sql } from "drizzle-orm";
import type { Databases } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import { passwordHasher } from "~/services/.server/auth/passwords/password-hash";
import { mostWrongPins } from "~/services/contracts/parent-pin";

/**
 * Parents' PINs: stored as argon2 hashes. An account's attempts are counted over all its devices and never forgotten by time, since a
 * child has all the time there is; the right PIN and a log-in with the password clear the count.
 */

type Owner = { realm: Realm; uid: string };

export type ParentPins = ReturnType<typeof createParentPins>;

export function createParentPins(databases: Databases) {
  const database = ({ realm }: Owner) => databases[regionOf(realm)];
  return {
    /** null without a PIN. `isBlocked`: only the password helps. */
    async find(owner: Owner): Promise<{ isBlocked: boolean } | null> {
      const { rows } = await database(owner).execute<{ wrong: number }>(sql`
        select wrong from auth.parent_pins where realm = ${owner.realm} and uid = ${owner.uid}::uuid`);
      return rows[0] ? { isBlocked: rows[0].wrong >= mostWrongPins } : null;
    },

    async set(owner: Owner, pin: string): Promise<void> {
      const hash = await passwordHasher().hash(pin);
      await database(owner).execute(sql`
        insert into auth.parent_pins (realm, uid, hash) values (${owner.realm}, ${owner.uid}::uuid, ${hash})
        on conflict (realm, uid) do update set hash = excluded.hash, wrong = 0`);
    },

    async remove(owner: Owner): Promise<void> {
      await database(owner).execute(
        sql`delete from auth.parent_pins where realm = ${owner.realm} and uid = ${owner.uid}::uuid`,
      );
    },

    /** Each attempt counts before it is checked, so that parallel ones gain nothing. */
    async check(owner: Owner, pin: string): Promise<"right" | "wrong" | "blocked"> {
      const { rows } = await database(owner).execute<{ hash: string; wrong: number }>(sql`
        update auth.parent_pins set wrong = wrong + 1
        where realm = ${owner.realm} and uid = ${owner.uid}::uuid and wrong < ${mostWrongPins} returning hash, wrong`);
      const attempt = rows[0];
      if (!attempt) return "blocked";
      if (!(await passwordHasher().verify(attempt.hash, pin))) {
        return attempt.wrong >= mostWrongPins ? "blocked" : "wrong";
      }
      // Not if the PIN was changed meanwhile.
      await database(owner).execute(sql`
        update auth.parent_pins set wrong = 0
        where realm = ${owner.realm} and uid = ${owner.uid}::uuid and hash = ${attempt.hash}`);
      return "right";
    },

    /** After a log-in with the password. */
    async forgive(owner: Owner): Promise<void> {
      await database(owner).execute(sql`
        update auth.parent_pins set wrong = 0 where realm = ${owner.realm} and uid = ${owner.uid}::uuid and wrong > 0`);
    },
  };
}
