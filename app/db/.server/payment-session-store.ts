import { sql } from "drizzle-orm";
import { type Realm, type Region, regionOf } from "~/realms/realm";
import { secretBox, tokenDigest } from "~/security/secret-box.server";
import type { Databases } from "./connect";

/**
 * State of a browser's sign-up and payment, which survives a reload, a closed tab and a login. Encrypted like sessions; deleted 30 days
 * after the last change and when the user is erased. docs/product/shell.md#sign-up-payment.
 */

/** Days for which an unchanged state is stored. */
const storedDays = 30;

type StoredPaymentSession = { uid: string | null; state: unknown };

export type PaymentSessionStore = {
  /** @param id the random id in the browser's cookie */
  find(realm: Realm, id: string): Promise<StoredPaymentSession | null>;
  save(realm: Realm, id: string, session: StoredPaymentSession): Promise<void>;
  /** Deletes the sessions of erased people. */
  erasePeople(realm: Realm, uids: string[]): Promise<void>;
  purgeExpired(region: Region): Promise<void>;
};

export function createPaymentSessionStore(databases: Databases, sessionSecret: string): PaymentSessionStore {
  const box = secretBox(sessionSecret, "payment sessions");
  return {
    async find(realm, id) {
      const { rows } = await databases[regionOf(realm)].execute<{ uid: string | null; state: Buffer }>(sql`
        select uid, state from web.payment_sessions where realm = ${realm} and id_digest = ${tokenDigest(id)}
          and updated_at > now() - make_interval(days => ${storedDays})`);
      const plain = rows[0] ? box.open(rows[0].state) : null;
      return rows[0] && plain !== null ? { uid: rows[0].uid, state: JSON.parse(plain) } : null;
    },

    async save(realm, id, { uid, state }) {
      const sealed = box.seal(JSON.stringify(state));
      await databases[regionOf(realm)].execute(sql`
        insert into web.payment_sessions (realm, id_digest, uid, state) values (${realm}, ${tokenDigest(id)}, ${uid}, ${sealed})
        on conflict (realm, id_digest) do update set uid = excluded.uid, state = excluded.state, updated_at = now()`);
    },

    async erasePeople(realm, uids) {
      if (uids.length === 0) return;
      await databases[regionOf(realm)].execute(
        sql`delete from web.payment_sessions where realm = ${realm} and uid = any(${sql.param(uids)}::uuid[])`,
      );
    },

    async purgeExpired(region) {
      await databases[region].execute(
        sql`delete from web.payment_sessions where updated_at < now() - make_interval(days => ${storedDays})`,
      );
    },
  };
}
