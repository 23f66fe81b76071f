import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { type Access, isPermittedAt, type OrganizationPosition } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { isRestorableBy } from "~/services/.server/directory/deletion-times";
import type { Person } from "./people-store";

/**
 * Ends somebody's memberships at some of their organisations, and restores them: what a deletion does to a person who also belongs to
 * organisations where the caller may not delete anybody. docs/decisions/0063-people-of-two-organisations.md.
 */

type PersonWithPlaces = Pick<Person, "id" | "uid" | "type" | "places">;

/** An organisation whose membership has ended, with its ancestors; `admin` and `active` as they were. */
export type EndedPlace = OrganizationPosition & { uid: string; admin: boolean; active: boolean };

/** Ended memberships that the caller may still restore. An organisation that the person has joined again is omitted. */
export async function findEndedPlaces(
  within: Pick<Database, "execute">,
  access: Pick<Access, "isSuper">,
  personId: number,
): Promise<EndedPlace[]> {
  const { rows } = await within.execute<EndedPlace>(sql`
    select o.id, o.uid, e.admin, e.active,
      (select json_agg(c.ancestor_id) from directory.organization_closure c where c.descendant_id = o.id) as above
    from directory.ended_associations e join directory.organizations o on o.id = e.organization_id and o.status <> 'deleted'
    where e.user_id = ${personId} and ${isRestorableBy(access, sql`e.ended_at`)}
      and not exists (select 1 from directory.associations a where a.user_id = e.user_id and a.organization_id = e.organization_id)
    order by o.name, o.id`);
  return rows;
}

type PupilWithPlaces = { id: number; places: OrganizationPosition[] };

/** Pupils with their organisations. @param which condition on `directory.users pupil` and their `directory.organizations o` */
async function findPupils(within: Transaction, which: SQL): Promise<PupilWithPlaces[]> {
  const { rows } = await within.execute<PupilWithPlaces>(sql`
    select pupil.id, json_agg(json_build_object('id', o.id, 'above',
      (select json_agg(c.ancestor_id) from directory.organization_closure c where c.descendant_id = o.id))) as places
    from directory.users pupil
    join directory.associations a on a.user_id = pupil.id
    join directory.organizations o on o.id = a.organization_id
    where pupil.type = 'student' and ${which} group by pupil.id`);
  return rows;
}

function pupilsOf(within: Transaction, guardianId: number): Promise<PupilWithPlaces[]> {
  const isTheirs = sql`pupil.id in (select w.student_id from directory.guardianships w where w.guardian_id = ${guardianId})`;
  return findPupils(within, sql`pupil.status <> 'deleted' and o.status <> 'deleted' and ${isTheirs}`);
}

/**
 * Ends the memberships of the organisations that `isLeft` accepts, with the groups there, and a guardian's ties to pupils who belong only
 * there. A guardian who would have no membership left becomes a member where their other pupils are. Increments the person's version.
 * @param endedAt ISO 8601; null for now
 */
export async function endMemberships(
  within: Transaction,
  access: Access,
  person: PersonWithPlaces,
  isLeft: (organization: OrganizationPosition) => boolean,
  endedAt: string | null = null,
): Promise<void> {
  const left = person.places.filter(isLeft);
  if (left.length === 0) return;
  const pupils = person.type === "guardian" ? await pupilsOf(within, person.id) : [];
  const leftPupils = pupils.filter(({ places }) => places.every(isLeft));
  if (left.length === person.places.length) {
    const others = pupils.flatMap(({ places }) => places).filter((place) => !isLeft(place));
    await within.execute(sql`
      insert into directory.associations (user_id, organization_id, realm, role)
      select ${person.id}::int, o.id, ${access.realm}, 'guardian'
      from directory.organizations o where o.id = any (${sql.param(others.map(({ id }) => id))}::int[])
      on conflict do nothing`);
  }
  const pupilsByPlace = leftPupils.map(({ id, places }) => ({
    id,
    // A pupil of none of these organisations is stored with the first, so that it can be restored.
    place: left.find((place) => places.some(({ above }) => above.includes(place.id)))?.id ?? left[0]?.id,
  }));
  const ended = left.map(({ id, admin, active, addToSubSchools }) => ({
    ...{ id, admin, active, addToSubSchools },
    pupils: pupilsByPlace.filter(({ place }) => place === id).map((pupil) => pupil.id),
  }));
  await within.execute(sql`
    insert into directory.ended_associations
      (user_id, organization_id, realm, admin, active, add_to_sub_schools, group_ids, pupil_ids, ended_at)
    select ${person.id}::int, e.id, ${access.realm}, e.admin, e.active, e."addToSubSchools",
      array(select g.id from directory.memberships m join directory.groups g on g.id = m.group_id
        where m.user_id = ${person.id} and g.organization_id = e.id),
      array(select jsonb_array_elements_text(e.pupils)::int), coalesce(${endedAt}::timestamptz, now())
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb)
      as e (id int, admin boolean, active boolean, "addToSubSchools" boolean, pupils jsonb)
    on conflict (user_id, organization_id) do update set admin = excluded.admin, active = excluded.active,
      add_to_sub_schools = excluded.add_to_sub_schools, group_ids = excluded.group_ids, pupil_ids = excluded.pupil_ids,
      ended_at = excluded.ended_at`);
  const ids = sql`any (${sql.param(left.map(({ id }) => id))}::int[])`;
  await within.execute(sql`delete from directory.memberships m using directory.groups g
    where m.user_id = ${person.id} and g.id = m.group_id and g.organization_id = ${ids}`);
  await within.execute(
    sql`delete from directory.associations where user_id = ${person.id} and organization_id = ${ids}`,
  );
  await within.execute(sql`delete from directory.guardianships
    where guardian_id = ${person.id} and student_id = any (${sql.param(leftPupils.map(({ id }) => id))}::int[])`);
  await noteChange(within, access, person, "user.memberships_ended", left);
}

/**
 * Restores the ended memberships of these organisations, with the groups that are still there, and the pupils who still belong where the
 * caller may restore people.
 */
export async function restoreMemberships(
  within: Transaction,
  access: Access,
  person: Pick<Person, "id" | "uid" | "type">,
  places: readonly EndedPlace[],
): Promise<void> {
  if (places.length === 0) return;
  const ids = sql`any (${sql.param(places.map(({ id }) => id))}::int[])`;
  const ofPlaces = sql`directory.ended_associations e where e.user_id = ${person.id} and e.organization_id = ${ids}`;
  await within.execute(sql`
    insert into directory.associations (user_id, organization_id, realm, role, admin, active, add_to_sub_schools)
    select e.user_id, e.organization_id, e.realm, ${person.type}, e.admin, e.active, e.add_to_sub_schools from ${ofPlaces}
    on conflict do nothing`);
  await within.execute(sql`
    insert into directory.memberships (user_id, group_id, realm)
    select ${person.id}::int, g.id, g.realm from directory.groups g
    where g.status <> 'deleted'
      and exists (select 1 from ${ofPlaces} and e.organization_id = g.organization_id and g.id = any (e.group_ids))
    on conflict do nothing`);
  const pupils = await findPupils(within, sql`pupil.id in (select unnest(e.pupil_ids) from ${ofPlaces})`);
  const back = pupils.filter((pupil) => pupil.places.some(isPermittedAt(access, person.type, "RestoreUser")));
  await within.execute(sql`
    insert into directory.guardianships (guardian_id, student_id, realm)
    select ${person.id}::int, back.id, ${access.realm} from unnest(${sql.param(back.map(({ id }) => id))}::int[]) as back (id)
    on conflict do nothing`);
  await within.execute(sql`delete from ${ofPlaces}`);
  await noteChange(within, access, person, "user.memberships_restored", places);
}

async function noteChange(
  within: Transaction,
  access: Access,
  person: Pick<Person, "id" | "uid">,
  action: "user.memberships_ended" | "user.memberships_restored",
  places: ReadonlyArray<{ uid: string }>,
): Promise<void> {
  await within.execute(
    sql`update directory.users set version = version + 1, updated_at = now() where id = ${person.id}`,
  );
  await writeAudit(
    within,
    access,
    places.map(({ uid }) => ({ action, subjectType: "user", subjectUid: person.uid, organizationUid: uid })),
  );
}
