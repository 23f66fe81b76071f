import { sql } from "drizzle-orm";
import type { Database } from "../../../db/.server/connect";
import { hasFeature, type Realm } from "../../../realms/realm";
import { formMessages } from "../../contracts/form-messages";
import { forbidden, unauthorized } from "../../contracts/service-error";
import type { Caller } from "../endpoint";
import { type PersonSight, type Rank, type Relation, rankOf } from "./permissions";
import { type PersonType, superUserScope } from "./rules";

/** What one caller may reach, read afresh at every request: a changed role applies at the next one. Never kept. */
export type Access = {
  realm: Realm;
  userId: number;
  uid: string;
  /** Who acts as this user, when somebody does. */
  actorUid: string | null;
  type: PersonType;
  name: string;
  shared: boolean;
  isSuper: boolean;
  rank: Rank;
  /** A second factor was used, or the caller is a super user. Spec 1, section 6. */
  isSecure: boolean;
  /**
   * An organisation asks its employees to come in with a second factor, the country offers one, and it is missing. Super users
   * who act as somebody need none: they are secure themselves.
   */
  mustStepUp: boolean;
  /** Organisations whose administrator the caller is; the right reaches all below. */
  administers: number[];
  /** Organisations where the caller works. */
  worksIn: number[];
  /** Those among them whose sub-schools count too. */
  worksBelow: number[];
  memberOf: number[];
  requestId: string;
  ipAddress: string | null;
};

type Place = { id: number; role: PersonType; admin: boolean; below: boolean; secure: boolean };
type CallerRow = {
  id: number;
  uid: string;
  type: PersonType;
  name: string;
  shared: boolean;
  scopes: string[];
  secure: boolean;
  actorIsSuper: boolean;
  places: Place[];
  organization: OrganizationPosition | null;
};

/** One query. Throws 401 when the person behind the token is gone or switched off. */
export async function loadAccess(database: Database, caller: Caller): Promise<Access> {
  return (await readCaller(database, caller, null)).access;
}

/** The caller and an organisation of the realm in one query, so that a list page needs few. */
export async function loadAccessTo(
  database: Database,
  caller: Caller,
  organizationUid: string,
): Promise<{ access: Access; organization: OrganizationPosition | null }> {
  return readCaller(database, caller, organizationUid);
}

async function readCaller(
  database: Database,
  caller: Caller,
  organizationUid: string | null,
): Promise<{ access: Access; organization: OrganizationPosition | null }> {
  if (!caller.user) throw unauthorized();
  const { rows } = await database.execute<CallerRow>(sql`
    select u.id, u.uid, u.type, u.name, u.shared, u.scopes, u.secure_auth_enabled as secure,
      exists (select 1 from directory.users w where w.uid = ${caller.user.actor}::uuid and w.realm = u.realm
        and ${superUserScope(caller.realm)} = any(w.scopes)) as "actorIsSuper",
      coalesce((
      select json_agg(json_build_object('id', o.id, 'role', a.role, 'admin', a.admin, 'below', a.add_to_sub_schools,
        'secure', exists (select 1 from directory.organization_closure c
          join directory.organizations x on x.id = c.ancestor_id and x.status = 'active' and x.secure_auth_enabled
          where c.descendant_id = o.id)))
      from directory.associations a join directory.organizations o on o.id = a.organization_id
      where a.user_id = u.id and a.active and o.status = 'active'), '[]') as places,
      (select json_build_object('id', o.id, 'above',
          (select json_agg(c.ancestor_id) from directory.organization_closure c where c.descendant_id = o.id))
        from directory.organizations o
        where o.uid = ${organizationUid}::uuid and o.realm = u.realm and o.status <> 'deleted') as organization
    from directory.users u
    where u.uid = ${caller.user.uid} and u.realm = ${caller.realm} and u.status = 'active'`);
  const row = rows[0];
  if (!row) throw unauthorized();
  const isSuper = row.scopes.includes(superUserScope(caller.realm));
  const work = row.places.filter((place) => place.role === "employee");
  const isSecure = isSuper || caller.user.acr === "secure";
  const isAsked = hasFeature(caller.realm, "escalateLogin") && (row.secure || work.some((place) => place.secure));
  const access: Access = {
    realm: caller.realm,
    userId: row.id,
    uid: row.uid,
    actorUid: caller.user.actor,
    type: row.type,
    name: row.name,
    shared: row.shared,
    isSuper,
    rank: rankOf({ type: row.type, isAdmin: work.some((place) => place.admin), isSuper }),
    isSecure,
    mustStepUp: isAsked && !isSecure && !row.actorIsSuper,
    administers: work.filter((place) => place.admin).map((place) => place.id),
    worksIn: work.map((place) => place.id),
    worksBelow: work.filter((place) => place.below).map((place) => place.id),
    memberOf: row.places.map((place) => place.id),
    requestId: caller.requestId,
    ipAddress: caller.ipAddress,
  };
  return { access, organization: row.organization };
}

/** Throws 403 to whoever must come in with a second factor and has not. Rulings, "Default permissions": secureAuthEnabled. */
export function requireEntrance<A extends Access>(access: A): A {
  if (access.mustStepUp) throw forbidden(formMessages.secureLogin);
  return access;
}

const remembered = new WeakMap<Caller, Promise<Access>>();

/** The same within one call, where authorise and handle both ask; a Caller object lives as long as its request. */
export function accessOf(database: Database, caller: Caller): Promise<Access> {
  let access = remembered.get(caller);
  if (!access) {
    access = loadAccess(database, caller);
    remembered.set(caller, access);
  }
  return access;
}

export type OrganizationPosition = {
  id: number;
  /** Ids of the organisation itself and of all above it. */
  above: number[];
};

function meets(some: readonly number[], others: readonly number[]): boolean {
  return some.some((id) => others.includes(id));
}

export function relationToOrganization(access: Access, organization: OrganizationPosition): Relation {
  if (access.isSuper) return "super";
  if (meets(organization.above, access.administers)) return "administrator";
  if (access.worksIn.includes(organization.id) || meets(organization.above, access.worksBelow)) return "employee";
  if (access.memberOf.includes(organization.id)) return "member";
  return "none";
}

export type PersonPosition = {
  id: number;
  type: PersonType;
  scopes: string[];
  places: Array<OrganizationPosition & { active: boolean; admin: boolean }>;
  /** Whether the caller is one of the person's guardians. */
  isPupilOfCaller?: boolean;
};

/** The strongest relation. Administrators see people whose place is switched off, employees don't. */
export function relationToPerson(access: Access, person: PersonPosition): Relation {
  if (person.id === access.userId) return "self";
  if (access.isSuper) return "super";
  const held = person.places.map((place) => {
    const relation = relationToOrganization(access, place);
    return relation === "employee" && !place.active ? "none" : relation;
  });
  if (held.includes("administrator")) return "administrator";
  if (held.includes("employee")) return "employee";
  return person.isPupilOfCaller ? "guardian" : "none";
}

/** Everything that the permission table asks about a caller and a person. */
export function sightOf(access: Access, person: PersonPosition): PersonSight {
  return {
    realm: access.realm,
    relation: relationToPerson(access, person),
    callerRank: access.rank,
    isSecure: access.isSecure,
    type: person.type,
    rank: rankOf({
      type: person.type,
      isAdmin: person.places.some((place) => place.active && place.admin),
      isSuper: person.scopes.includes(superUserScope(access.realm)),
    }),
  };
}
