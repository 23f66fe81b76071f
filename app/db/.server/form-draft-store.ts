import { sql } from "drizzle-orm";
import { type Realm, type Region, regionOf } from "~/realms/realm";
import { secretBox } from "~/security/secret-box.server";
import { isUid } from "~/services/contracts/uid";
import type { Databases } from "./connect";

/**
 * Forms on hold: what was written waits here while its writer proves a second factor, since the way there and back loses the
 * page. Encrypted like sessions; nobody else's, of no other page, gone after a quarter of an hour.
 */

export type DraftFields = Record<string, string[]>;

/** Minutes that a draft waits. */
export const draftMinutes = 15;

export type FormDraftStore = {
  /** Returns the id to come back with. `path` is the page's own address without its query. */
  keep(realm: Realm, uid: string, path: string, fields: DraftFields): Promise<string>;
  /** null for another person's, another page's, or one that has waited too long. Reading it changes nothing. */
  find(realm: Realm, uid: string, path: string, id: string): Promise<DraftFields | null>;
  purgeExpired(region: Region): Promise<void>;
};

export function createFormDraftStore(databases: Databases, sessionSecret: string): FormDraftStore {
  const box = secretBox(sessionSecret, "form drafts");
  return {
    async keep(realm, uid, path, fields) {
      const sealed = box.seal(JSON.stringify(fields));
      const { rows } = await databases[regionOf(realm)].execute<{ id: string }>(sql`
        insert into web.form_drafts (realm, uid, path, fields) values (${realm}, ${uid}, ${path}, ${sealed}) returning id`);
      const id = rows[0]?.id;
      if (!id) throw new Error("the draft was not kept");
      return id;
    },

    async find(realm, uid, path, id) {
      if (!isUid(id)) return null;
      const { rows } = await databases[regionOf(realm)].execute<{ fields: Buffer }>(sql`
        select fields from web.form_drafts where id = ${id} and realm = ${realm} and uid = ${uid} and path = ${path}
          and created_at > now() - make_interval(mins => ${draftMinutes})`);
      const plain = rows[0] ? box.open(rows[0].fields) : null;
      return plain === null ? null : (JSON.parse(plain) as DraftFields);
    },

    async purgeExpired(region) {
      await databases[region].execute(
        sql`delete from web.form_drafts where created_at < now() - make_interval(mins => ${draftMinutes})`,
      );
    },
  };
}
