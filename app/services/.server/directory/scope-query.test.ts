import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database";
import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { type Access, accessOfPerson, relationToGroup, relationToOrganization, relationToPerson } from "./access";
import { findGroup } from "./groups/groups-store";
import { createIdentityDirectory } from "./identity-store";
import { findPeople, type Person } from "./people/people-store";
import { superUserScope } from "./rules";
import { isGroupInScope, isPersonAbove, isPersonInScope, isPlaceInScope, scopeOf } from "./scope-query";

/** The scope rule is implemented twice, in code for one person and in SQL for many: both agree on any directory. */

let database: Database;
beforeAll(async () => {
  database = (await testDatabase()).database;
});

const place = fc.record({ at: fc.nat(9), active: fc.boolean(), admin: fc.boolean(), below: fc.boolean() });
const person = fc.record({
  type: fc.constantFrom("student" as const, "guardian" as const, "employee" as const, "employee" as const),
  isSuper: fc.nat(9).map((chance) => chance === 0),
  places: fc.array(place, { minLength: 1, maxLength: 3 }),
});
const directory = fc.record({
  organizations: fc.array(
    fc.record({
      /** Index into the organisations before it; one past the last means no parent. */
      parent: fc.nat(9),
      status: fc.constantFrom("active", "active", "active", "inactive", "deleted"),
      teachersSee: fc.constantFrom("classes", "classes", "school"),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  people: fc.array(person, { minLength: 2, maxLength: 6 }),
  guardianships: fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 4 }),
  groups: fc.array(
    fc.record({
      at: fc.nat(9),
      /** Index into the groups before it at the same organisation; one past the last means no parent. */
      parent: fc.nat(9),
      isDeleted: fc.nat(5).map((chance) => chance === 0),
      members: fc.array(fc.nat(9), { minLength: 2, maxLength: 6 }),
    }),
    { minLength: 2, maxLength: 6 },
  ),
});
const at = (organization: number, rest: { admin?: boolean } = {}) => [
  { at: organization, active: true, admin: false, below: false, ...rest },
];
/** Each relation at least once: a teacher of a class, one who sees the whole school, an administrator, a student and a guardian. */
const everyRelation: Drawn = {
  organizations: [
    { parent: 0, status: "active", teachersSee: "classes" },
    { parent: 1, status: "active", teachersSee: "school" },
  ],
  people: [
    { type: "employee", isSuper: false, places: at(0) },
    { type: "employee", isSuper: false, places: at(1) },
    { type: "employee", isSuper: false, places: at(0, { admin: true }) },
    { type: "student", isSuper: false, places: [...at(0), ...at(1)] },
    { type: "guardian", isSuper: false, places: at(0) },
    { type: "student", isSuper: false, places: at(0) },
  ],
  guardianships: [[0, 0]],
  groups: [
    { at: 0, parent: 0, isDeleted: false, members: [0, 3] },
    { at: 1, parent: 0, isDeleted: false, members: [1, 3] },
  ],
};
type Drawn = typeof directory extends fc.Arbitrary<infer Value> ? Value : never;

type Stored = { id: number; uid: string };

/** Stores a generated directory, in addition to the earlier ones. */
async function store(drawn: Drawn): Promise<{ organizations: Stored[]; people: Stored[]; groups: Stored[] }> {
  return inTransaction(database, async (transaction) => {
    const one = async (query: ReturnType<typeof sql>) => (await transaction.execute<Stored>(query)).rows[0] as Stored;
    const organizations: Stored[] = [];
    for (const { parent, status, teachersSee } of drawn.organizations) {
      const above = organizations[parent % (organizations.length + 1)]?.id ?? null;
      // Organisations below a deleted one are deleted with it.
      const made =
        await one(sql`insert into directory.organizations (realm, type, name, parent_id, status, teachers_see)
        select 'se', 'school_unit', 'Place', ${above}::bigint,
          coalesce((select status from directory.organizations where id = ${above} and status = 'deleted'), ${status}), ${teachersSee}
        returning id, uid`);
      organizations.push(made);
    }
    const people: Stored[] = [];
    for (const { type, isSuper, places } of drawn.people) {
      const scopes = isSuper && type === "employee" ? sql`array[${superUserScope("se")}]` : sql`'{}'::text[]`;
      const made = await one(sql`insert into directory.users (realm, type, username, name, scopes)
        values ('se', ${type}, gen_random_uuid()::text, 'Somebody', ${scopes}) returning id, uid`);
      people.push(made);
      for (const { at, active, admin, below } of places) {
        const organization = organizations[at % organizations.length]?.id;
        await transaction.execute(sql`
          insert into directory.associations (user_id, organization_id, realm, role, active, admin, add_to_sub_schools)
          values (${made.id}, ${organization}, 'se', ${type}, ${active}, ${admin && type === "employee"}, ${below})
          on conflict do nothing`);
      }
    }
    const ofType = (type: string) => people.filter((_, index) => drawn.people[index]?.type === type);
    const [guardians, students] = [ofType("guardian"), ofType("student")];
    for (const [guardian, student] of guardianships(drawn, guardians.length, students.length)) {
      await transaction.execute(sql`insert into directory.guardianships (guardian_id, student_id, realm)
        values (${guardians[guardian]?.id}, ${students[student]?.id}, 'se') on conflict do nothing`);
    }
    const groups: Array<Stored & { organization: number }> = [];
    for (const { at, parent, isDeleted, members } of drawn.groups) {
      const organization = (organizations[at % organizations.length] as Stored).id;
      const others = groups.filter((group) => group.organization === organization);
      const made = await one(sql`insert into directory.groups (realm, organization_id, name, status, parent_group_id)
        values ('se', ${organization}, gen_random_uuid()::text, ${isDeleted ? "deleted" : "active"},
          ${others[parent % (others.length + 1)]?.id ?? null}) returning id, uid`);
      groups.push({ ...made, organization });
      for (const member of new Set(members.map((index) => people[index % people.length]?.id))) {
        await transaction.execute(sql`insert into directory.memberships (user_id, group_id, realm)
          select a.user_id, ${made.id}, 'se' from directory.associations a
          where a.user_id = ${member} and a.organization_id = ${organization}`);
      }
    }
    return { organizations, people, groups };
  });
}

function guardianships(drawn: Drawn, guardians: number, students: number): Array<[number, number]> {
  if (guardians === 0 || students === 0) return [];
  return drawn.guardianships.map(([guardian, student]) => [guardian % guardians, student % students]);
}

const sorted = (ids: number[]) => ids.toSorted((one, other) => one - other);

async function selected(query: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await database.execute<{ id: number }>(query);
  return sorted(rows.map(({ id }) => id));
}

async function accessOfStored({ uid }: Stored): Promise<Access> {
  const found = await createIdentityDirectory({ eu: database, us: database }).findByUid("se", uid);
  if (!found) throw new Error("nobody was stored");
  return accessOfPerson(found);
}

/** Access of a person by all their associations as an employee, inactive ones included, as `isPersonAbove` counts them. */
function rulersAccess(access: Access, places: Person["places"]): Access {
  const work = places.filter(({ role }) => role === "employee");
  const ids = (some: Person["places"]) => some.map(({ id }) => id);
  return {
    ...access,
    administers: ids(work.filter(({ admin }) => admin)),
    worksBelow: ids(work.filter(({ addToSubSchools }) => addToSubSchools)),
    worksIn: [],
    seesAllIn: [],
    seesAllBelow: [],
    ownGroups: [],
    memberOf: [],
  };
}

test("given generated directories, then the SQL selects exactly those with a relation in the code", async () => {
  const relations = new Set<string>();
  const check = async (drawn: Drawn) => {
    const { organizations, people, groups } = await store(drawn);
    const ids = people.map(({ id }) => id);
    const { rows: positions } = await database.execute<{ id: number; above: number[]; status: string }>(sql`
      select o.id, o.status, array(select c.ancestor_id from directory.organization_closure c
        where c.descendant_id = o.id)::int[] as above
      from directory.organizations o where o.id = any(${sql.param(organizations.map(({ id }) => id))}::bigint[])`);
    for (const caller of people) {
      const access = await accessOfStored(caller);
      const filterableScope = scopeOf(access);
      if (!filterableScope) continue;
      const found = await findPeople(database, ids, access.userId);
      const related = found.filter((other) => {
        const relation = relationToPerson(access, other);
        relations.add(relation);
        return relation !== "none" && relation !== "member";
      });
      const inScope = await selected(sql`select u.id::int from directory.users u
        where u.id = any(${sql.param(ids)}::bigint[]) and ${isPersonInScope(filterableScope, sql`u`)}`);
      expect(inScope).toEqual(sorted(related.map(({ id }) => id)));

      const places = positions.filter((position) =>
        ["teacher", "employee", "administrator"].includes(relationToOrganization(access, position)),
      );
      const placesInScope = await selected(sql`select o.id::int from directory.organizations o
        where o.id = any(${sql.param(positions.map(({ id }) => id))}::bigint[]) and ${isPlaceInScope(filterableScope, sql`o.id`)}`);
      expect(placesInScope).toEqual(sorted(places.map(({ id }) => id)));

      const known = [];
      for (const { uid } of groups) {
        const group = await findGroup(database, "se", uid, { withDeleted: true });
        if (group && relationToGroup(access, group) !== "none" && relationToGroup(access, group) !== "member") {
          known.push(group.id);
        }
      }
      const groupsInScope = await selected(sql`select g.id::int from directory.groups g
        where g.id = any(${sql.param(groups.map(({ id }) => id))}::bigint[]) and ${isGroupInScope(filterableScope, sql`g`)}`);
      expect(groupsInScope).toEqual(sorted(known));

      const own = positions.filter(({ id }) => access.administers.includes(id));
      const above = found.filter((other) => {
        if (other.scopes.includes(superUserScope("se"))) return true;
        const ofOther = rulersAccess(access, other.places);
        return own.some((position) => relationToOrganization(ofOther, position) !== "none");
      });
      const rulers = await selected(sql`select u.id::int from directory.users u
        where u.id = any(${sql.param(ids)}::bigint[]) and ${isPersonAbove(filterableScope, "se", sql`u`)}`);
      expect(rulers).toEqual(sorted(above.map(({ id }) => id)));
    }
  };
  await fc.assert(fc.asyncProperty(directory, check), { numRuns: 60, examples: [[everyRelation]] });
  expect([...relations].sort()).toEqual(["administrator", "employee", "guardian", "none", "self", "teacher"]);
}, 240_000);
