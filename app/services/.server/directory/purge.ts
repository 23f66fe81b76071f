import { type SQL, sql } from "drizzle-orm";
import type { Database, Databases } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { type Realm, type Region, regions } from "~/realms/realm";
import { writeAudit } from "./audit/audit-store";
import { isPurgeDue } from "./deletion-times";

/**
 * Permanently removes rows deleted 29 days ago, so that 'within 30 days' holds (docs/product/control-panel.md#limits). Runs once a day; an
 * interrupted purge continues in the next run, since the other services erase a person before the directory does.
 */

/** Erases another service's data about people; idempotent. */
export type ErasePeople = (realm: Realm, uids: string[]) => Promise<void>;

type Purged = { people: number; organizations: number; groups: number };

const peopleAtOnce = 200;

export function createPurge(
  databases: Databases,
  erasers: readonly ErasePeople[],
): (now: Date) => Promise<Record<Region, Purged>> {
  return async (now) => {
    const purged = {} as Record<Region, Purged>;
    const failures: unknown[] = [];
    for (const region of regions) {
      await purgeRegion(databases[region], erasers, now).then(
        (counts) => {
          purged[region] = counts;
        },
        (error) => failures.push(error),
      );
    }
    // A failure in one region must not delay the purge in the other.
    if (failures.length > 0) throw failures[0];
    return purged;
  };
}

async function purgeRegion(database: Database, erasers: readonly ErasePeople[], now: Date): Promise<Purged> {
  const isDue = sql`status = 'deleted' and ${isPurgeDue(sql`deleted_at`, now)}`;
  let people = 0;
  for (;;) {
    const removed = await purgeSomePeople(database, erasers, isDue);
    people += removed;
    if (removed < peopleAtOnce) break;
  }
  await purgeEndedMemberships(database, now);
  return {
    people,
    organizations: await purgeOrganizations(database, isDue),
    groups: await purgeGroups(database, isDue),
  };
}

async function purgeSomePeople(database: Database, erasers: readonly ErasePeople[], isDue: SQL): Promise<number> {
  const { rows } = await database.execute<{ id: number; uid: string; realm: Realm }>(
    sql`select id, uid, realm from directory.users where ${isDue} order by id limit ${peopleAtOnce}`,
  );
  for (const realm of new Set(rows.map((row) => row.realm))) {
    const some = rows.filter((row) => row.realm === realm);
    const uids = some.map((row) => row.uid);
    for (const erasePeople of erasers) await erasePeople(realm, uids);
    await inTransaction(database, async (transaction) => {
      const { rows: gone } = await transaction.execute<{ uid: string }>(
        sql`delete from directory.users where id in ${some.map((row) => row.id)} and ${isDue} returning uid`,
      );
      await writeAudit(
        transaction,
        byItself(realm),
        gone.map(({ uid }) => ({ action: "user.purged", subjectType: "user", subjectUid: uid })),
      );
    });
  }
  return rows.length;
}

/** Ended memberships of people who are still there; those of purged people went with them. */
async function purgeEndedMemberships(database: Database, now: Date): Promise<void> {
  await database.execute(sql`delete from directory.ended_associations where ${isPurgeDue(sql`ended_at`, now)}`);
}

/** Purges organisations, with their groups, once their people are purged; skips one that is a person's only organisation. */
async function purgeOrganizations(database: Database, isDue: SQL): Promise<number> {
  return inTransaction(database, async (transaction) => {
    const { rows } = await transaction.execute<{ id: number; uid: string; realm: Realm }>(sql`
      select id, uid, realm from directory.organizations o where ${isDue}
        and not exists (select 1 from directory.associations a where a.organization_id = o.id and not exists (
          select 1 from directory.associations b join directory.organizations e on e.id = b.organization_id
          where b.user_id = a.user_id and e.status <> 'deleted'))
        and not exists (select 1 from directory.organizations below where below.parent_id = o.id
          and not (below.status = 'deleted' and below.deleted_at <= o.deleted_at))`);
    if (rows.length === 0) return 0;
    const ids = rows.map((row) => row.id);
    await transaction.execute(sql`delete from directory.groups where organization_id in ${ids}`);
    await transaction.execute(sql`delete from directory.associations where organization_id in ${ids}`);
    await transaction.execute(sql`delete from directory.organizations where id in ${ids}`);
    for (const { uid, realm } of rows) {
      await writeAudit(transaction, byItself(realm), [
        { action: "organization.purged", subjectType: "organization", subjectUid: uid, organizationUid: uid },
      ]);
    }
    return rows.length;
  });
}

/** Purges groups that were deleted individually; those deleted with an organisation are purged with it. */
async function purgeGroups(database: Database, isDue: SQL): Promise<number> {
  return inTransaction(database, async (transaction) => {
    const { rows } = await transaction.execute<{ uid: string; realm: Realm; organizationUid: string }>(sql`
      delete from directory.groups g using directory.organizations o
      where o.id = g.organization_id and g.deleted_with is null
        and g.id in (select id from directory.groups where ${isDue})
      returning g.uid, g.realm, o.uid as "organizationUid"`);
    for (const { uid, realm, organizationUid } of rows) {
      await writeAudit(transaction, byItself(realm), [
        { action: "group.purged", subjectType: "group", subjectUid: uid, organizationUid },
      ]);
    }
    return rows.length;
  });
}

/** The audit identity of automatic purges. */
function byItself(realm: Realm) {
  return { realm, uid: null, actorUid: null, requestId: "purge", ipAddress: null };
}
