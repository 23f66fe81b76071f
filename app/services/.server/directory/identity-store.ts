import { type SQL, sql } from "drizzle-orm";
import type { Database, Databases } from "~/db/.server/connect";
import { prepared, queryPrepared } from "~/db/.server/prepared";
import { type Realm, regionOf } from "~/realms/realm";
import { isSameIdentifier } from "~/services/.server/directory/people/unique-identifiers";
import { readUsername } from "~/services/contracts/typed-text";
import { isUid } from "~/services/contracts/uid";
import { accessOfPerson } from "./access";
import { writeAudit } from "./audit/audit-store";
import { mayDoToPerson } from "./authorisation";
import type { IdentifiedPerson, IdentityDirectory } from "./identity";
import { findPerson } from "./people/people-store";
import { isPeriodRunningSql } from "./subscriptions/periods";

/** Queries of people for sign-in. */
export function createIdentityDirectory(databases: Databases): IdentityDirectory {
  const databaseOf = (realm: Realm): Database => databases[regionOf(realm)];
  return {
    findByUsername: (realm, username) =>
      findIdentity(databaseOf(realm), realm, {
        name: "username",
        condition: sql`lower(u.username) = lower(${readUsername(username)}) and ${isPresent}`,
      }),
    findByUid: async (realm, uid) => (isUid(uid) ? findIdentity(databaseOf(realm), realm, { uid }) : null),
    findByUidWith(name, condition) {
      const query = prepared<IdentityRow & { holds: boolean }>(
        `identity-by-uid-with-${name}`,
        identityQuery(sql.placeholder("realm"), byUid, sql`, ${condition} as holds`),
      );
      return async (realm, uid, values) => {
        const [row] = isUid(uid) ? await query(databaseOf(realm), { ...values, realm, uid }) : [];
        if (!row) return null;
        const { holds, ...person } = row;
        return { person: personOf(person), holds };
      };
    },
    badgeHolders: (realm, uids, within) =>
      pupilsWith(within ?? databaseOf(realm), realm, uids, sql`o.qr_code_login_enabled`),
    pictureHolders: (realm, uids, within) =>
      pupilsWith(within ?? databaseOf(realm), realm, uids, sql`o.picture_login_enabled`),
    async mayStaySignedIn(realm, uid) {
      const [row] = isUid(uid) ? await queryMayStay(databaseOf(realm), { realm, uid }) : [];
      return row?.mayStay ?? false;
    },
    async smsNumberOf(realm, uid) {
      if (!isUid(uid)) return null;
      const { rows } = await databaseOf(realm).execute<{ sms: string | null }>(
        sql`select sms from directory.users where realm = ${realm} and uid = ${uid}`,
      );
      return rows[0]?.sms ?? null;
    },
    async findByExternal(realm, identifier, value) {
      const text = value.normalize("NFC").trim();
      return text === ""
        ? null
        : findIdentity(databaseOf(realm), realm, {
            name: identifier,
            condition: sql`${isSameIdentifier(identifier, sql`${text}`)} and ${isPresent}`,
          });
    },
    async mayActAs(realm, actorUid, targetUid) {
      if (!isUid(actorUid) || !isUid(targetUid) || actorUid === targetUid) return false;
      const database = databaseOf(realm);
      const actorIdentity = await findIdentity(database, realm, { uid: actorUid });
      if (actorIdentity?.status !== "active") return false;
      const actor = accessOfPerson(actorIdentity);
      const target = await findPerson(database, realm, targetUid, actor.userId);
      return target !== null && target.status === "active" && mayDoToPerson(actor, target, "LoginAs");
    },
    async noteActing(realm, { actorUid, targetUid, reason, requestId, ipAddress }, within) {
      const details = { reason };
      const line = { action: "user.impersonated", subjectType: "user", subjectUid: targetUid, details } as const;
      await writeAudit(within, { realm, uid: actorUid, actorUid: null, requestId, ipAddress }, [line]);
    },
    async noteActingEnds(realm, ends, within) {
      for (const { actorUid, targetUid, sessionId, end } of ends) {
        // Not always the end of a request: it can be the time that runs out.
        const by = { realm, uid: actorUid, actorUid: null, requestId: `session ${sessionId}`, ipAddress: null };
        const line = { action: "user.impersonation_ended", subjectType: "user", subjectUid: targetUid } as const;
        await writeAudit(within, by, [{ ...line, details: { end } }]);
      }
    },
  };
}

/** An association that also applies to the organisations below needs the permission of each of them. */
const queryMayStay = prepared<{ mayStay: boolean }>(
  "may-stay-signed-in",
  sql`
    select u.status = 'active' and not u.shared and cardinality(u.scopes) = 0 and count(*) > 0 and bool_and(case a.role
        when 'guardian' then true
        when 'employee' then below.stay_signed_in <> 'nobody'
        else below.stay_signed_in = 'everybody' end) as "mayStay"
    from directory.users u
    join directory.associations a on a.user_id = u.id and a.active
    join directory.organizations o on o.id = a.organization_id and o.status = 'active'
    join directory.organization_closure c on c.ancestor_id = o.id and (c.depth = 0 or a.add_to_sub_schools)
    join directory.organizations below on below.id = c.descendant_id and below.status = 'active'
    where u.realm = ${sql.placeholder("realm")} and u.uid = ${sql.placeholder("uid")}
    group by u.id`,
);

/** A deleted person's username and identifiers may belong to another person by now. */
const isPresent = sql`u.status <> 'deleted'`;

type IdentityRow = Omit<IdentifiedPerson, "roles" | "subscriptions"> & { subscriptions: string[] };

/**
 * Groups that the person of row `u` is a member of as an employee, and all their subgroups. docs/product/choices.md#default-permissions.
 */
const ownGroups = sql`
  coalesce((with recursive own as (
      select g.id from directory.memberships m join directory.groups g on g.id = m.group_id and g.status <> 'deleted'
      where u.type = 'employee' and m.user_id = u.id and exists (
        select 1 from directory.associations a join directory.organizations o on o.id = a.organization_id
        join directory.organization_closure c on c.ancestor_id = o.id and c.descendant_id = g.organization_id
        where a.user_id = u.id and a.active and a.role = 'employee' and o.status = 'active'
          and (c.depth = 0 or a.add_to_sub_schools))
      union
      select below.id from own join directory.groups below on below.parent_group_id = own.id and below.status <> 'deleted')
    select json_agg(own.id) from own), '[]')`;

/** Runs on every request as a prepared statement, since planning takes ten times as long as execution. */
function identityQuery(realm: Realm | ReturnType<typeof sql.placeholder>, condition: SQL, more = sql``): SQL {
  return sql`
    select u.uid, u.id as "legacyId", u.realm, u.type, u.username, u.name, u.preferred_name as "preferredName", u.email, u.status, u.shared as "sharedAccount",
      u.scopes, u.speaking_book_rights as "speakingBookRights",
      u.secure_auth_enabled or exists (
        select 1 from directory.associations a join directory.organizations o on o.id = a.organization_id
        join directory.organization_closure c on c.descendant_id = o.id
        join directory.organizations above on above.id = c.ancestor_id and above.status = 'active'
        where a.user_id = u.id and a.active and a.role = 'employee' and o.status = 'active'
          and above.secure_auth_enabled) as "isStepUpRequired",
      coalesce((select json_agg(json_build_object('organizationId', o.id, 'role', a.role, 'admin', a.admin,
          'addToSubSchools', a.add_to_sub_schools, 'seesWholeSchool', o.teachers_see = 'school'))
        from directory.associations a join directory.organizations o on o.id = a.organization_id
        where a.user_id = u.id and a.active and o.status = 'active'), '[]') as places,
      ${ownGroups} as "ownGroups",
      coalesce((select json_agg(distinct p.type) from directory.subscription_periods p
        where ${isPeriodRunningSql}
          and (p.user_id = u.id or p.organization_id in (
            select c.ancestor_id from directory.associations a
            join directory.organization_closure c on c.descendant_id = a.organization_id
            where a.user_id = u.id and a.active))), '[]') as subscriptions${more}
    from directory.users u where u.realm = ${realm} and ${condition}`;
}

const byUid = sql`u.uid = ${sql.placeholder("uid")}`;
const queryByUid = prepared<IdentityRow>("identity-by-uid", identityQuery(sql.placeholder("realm"), byUid));

async function findIdentity(
  database: Database,
  realm: Realm,
  by: { name: string; condition: SQL } | { uid: string },
): Promise<IdentifiedPerson | null> {
  const [row] = await ("uid" in by
    ? queryByUid(database, { realm, uid: by.uid })
    : queryPrepared<IdentityRow>(database, `identity-by-${by.name}`, identityQuery(realm, by.condition)));
  return row ? personOf(row) : null;
}

function personOf({ subscriptions, ...person }: IdentityRow): IdentifiedPerson {
  const roles = new Set<IdentifiedPerson["roles"][number]>(person.places.map((place) => place.role));
  if (person.places.some((place) => place.role === "employee" && place.admin)) roles.add("admin");
  return { roles: [...roles], subscriptions: subscriptions.map((type) => ({ type })), ...person };
}

/** Uids of active pupils in a school that has the given login method enabled. */
async function pupilsWith(
  database: Pick<Database, "execute">,
  realm: Realm,
  uids: string[],
  enabled: SQL,
): Promise<Set<string>> {
  const requested = uids.filter(isUid);
  if (requested.length === 0) return new Set();
  const { rows } = await database.execute<{ uid: string }>(sql`
    select u.uid from directory.users u
    where u.realm = ${realm} and u.uid = any(${sql.param(requested)}::uuid[]) and u.type = 'student' and u.status = 'active'
      and exists (select 1 from directory.associations a join directory.organizations o on o.id = a.organization_id
        where a.user_id = u.id and a.active and a.role = 'student' and o.status = 'active' and ${enabled})`);
  return new Set(rows.map(({ uid }) => uid));
}
