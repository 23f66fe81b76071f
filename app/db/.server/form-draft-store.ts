import { sql } from "drizzle-orm";
import { type Realm, type Region, regionOf } from "~/realms/realm";
import { secretBox } from "~/security/secret-box.server";
import { isUid } from "~/services/contracts/uid";
import type { Databases } from "./connect";

/**
 * Drafts of submitted forms, stored while the user verifies a second factor, because leaving and returning loses the page. Encrypted
 * like sessions; readable only by the same user on the same page; deleted after 15 minutes.
 */

export type StoredDraftFields = Record<string, string[]>;

/** Minutes for which a draft is stored. */
const draftMinutes = 15;

export type FormDraftStore = {
  /** Returns the draft's id. `path` is the page's own address without its query. */
  save(realm: Realm, uid: string, path: string, fields: StoredDraftFields): Promise<string>;
  /** Null for a draft of another user or page, or an expired one. Reading does not delete it. */
  find(realm: Realm, uid: string, path: string, id: string): Promise<StoredDraftFields | null>;
  purgeExpired(region: Region): Promise<void>;
};

export function createFormDraftStore(databases: Databases, sessionSecret: string): FormDraftStore {
  const box = secretBox(sessionSecret, "form drafts");
  return {
    async save(realm, uid, path, fields) {
      const sealed = box.seal(JSON.stringify(fields));
      const { rows } = await databases[regionOf(realm)].execute<{ id: string }>(sql`
        insert into web.form_drafts (realm, uid, path, fields) values (${realm}, ${uid}, ${path}, ${sealed}) returning id`);
      const id = rows[0]?.id;
      if (!id) throw new Error("the draft was not stored");
      return id;
    },

    async find(realm, uid, path, id) {
      if (!isUid(id)) return null;
      const { rows } = await databases[regionOf(realm)].execute<{ fields: Buffer }>(sql`
        select fields from web.form_drafts where id = ${id} and realm = ${realm} and uid = ${uid} and path = ${path}
          and created_at > now() - make_interval(mins => ${draftMinutes})`);
      const plain = rows[0] ? box.open(rows[0].fields) : null;
      return plain === null ? null : (JSON.parse(plain) as StoredDraftFields);
    },

    async purgeExpired(region) {
      await databases[region].execute(
        sql`delete from web.form_drafts where created_at < now() - make_interval(mins => ${draftMinutes})`,
      );
    },
  };
}
