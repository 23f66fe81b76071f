import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";

/**
 * Every call of a service by every role, with targets in the user's own school, another school and another realm. A
 * call that is missing in the matrix fails. docs/security.md, line 19.
 */

const matrixRoles = ["super", "admin", "teacher", "guardian", "student"] as const;
export type MatrixRole = (typeof matrixRoles)[number];

/** Uids, and a word contained in all their names. */
export type MatrixTarget = {
  school: string;
  student: string;
  guardian: string;
  employee: string;
  group: string;
  secret: string;
};

let made = 0;

/**
 * A new pupil in a group, a guardian and an employee, so that calls don't affect each other: in the school with that
 * code, or in a new part of it, for calls that change the school itself.
 * @param whose `own`: the group belongs to the demo teacher if they work there, and the guardian is the pupil's;
 * `others`: no relation to either
 */
export async function matrixTarget(
  database: Database,
  realm: Realm,
  schoolCode: string,
  where: "school" | "part",
  whose: "own" | "others" = "own",
): Promise<MatrixTarget> {
  made += 1;
  const secret = `kept${made}x`;
  const school =
    where === "school"
      ? sql`select id, uid from directory.organizations where school_unit_code = ${schoolCode}`
      : sql`insert into directory.organizations (realm, type, name, parent_id)
          select ${realm}, 'sub_school', ${`Part ${secret}`}, id from directory.organizations
          where school_unit_code = ${schoolCode} returning id, uid`;
  const { rows } = await database.execute<MatrixTarget>(sql`
    with school as (${school}),
    people as (
      insert into directory.users (realm, type, username, name)
      values (${realm}, 'student', ${`s${made}`}, ${`Pupil ${secret}`}), (${realm}, 'guardian', ${`g${made}`}, ${`Guardian ${secret}`}),
        (${realm}, 'employee', ${`e${made}`}, ${`Employee ${secret}`})
      returning id, uid, type),
    places as (
      insert into directory.associations (user_id, organization_id, realm, role)
      select people.id, school.id, ${realm}, people.type from people, school),
    made as (
      insert into directory.groups (realm, organization_id, name)
      select ${realm}, id, ${`Group ${secret}`} from school returning id, uid),
    inside as (
      insert into directory.memberships (user_id, group_id, realm)
      select people.id, made.id, ${realm} from people, made where people.type = 'student'),
    teaching as (
      insert into directory.memberships (user_id, group_id, realm)
      select teacher.id, made.id, ${realm} from made, directory.users teacher
      join directory.associations a on a.user_id = teacher.id
      where teacher.username = ${`teacher.${realm}`} and a.organization_id in (select id from school) and ${whose === "own"}),
    guarding as (
      insert into directory.guardianships (guardian_id, student_id, realm)
      select g.id, s.id, ${realm} from people g, people s
      where g.type = 'guardian' and s.type = 'student' and ${whose === "own"})
    select school.uid as school, made.uid as "group",
      (select uid from people where type = 'student') as student,
      (select uid from people where type = 'guardian') as guardian,
      (select uid from people where type = 'employee') as employee
    from school, made`);
  return { ...(rows[0] as MatrixTarget), secret };
}

export type Matrix<Name extends string> = {
  /** Every call of the service, whether or not it is in the matrix. */
  calls: string[];
  /** Status for each role in its own school, in the order of `matrixRoles`. */
  own: Record<Name, readonly number[]>;
  /** Calls that refer to no other user's data. */
  withoutTarget: readonly Name[];
  targetIn(realm: Realm, schoolCode: string, whose: "own" | "others"): Promise<MatrixTarget>;
  /** Calls about a school itself, which a teacher may make for a school whose pupils they do not all see. */
  aboutSchool?: readonly Name[];
  /** The response status for a user. */
  statusOf(name: Name, username: string, target: MatrixTarget): Promise<number>;
  /** Expected statuses for a target outside the role's scope. */
  refusals(name: Name, role: MatrixRole): readonly number[];
};

export function describeMatrix<Name extends string>(title: string, matrix: Matrix<Name>): void {
  const { calls, own, withoutTarget, aboutSchool, targetIn, statusOf, refusals } = matrix;
  const names = Object.keys(own) as Name[];
  describe(title, () => {
    it("has every call of the service", () => {
      expect([...names].sort()).toEqual([...calls].sort());
    });

    it.each(names)("%s returns the status of each role for its own school", async (name) => {
      const statuses: Record<string, number> = {};
      for (const role of matrixRoles)
        statuses[role] = await statusOf(name, `${role}.se`, await targetIn("se", "se-1001", "own"));
      expect(statuses).toEqual(Object.fromEntries(matrixRoles.map((role, index) => [role, own[name][index]])));
    });

    it.each(aboutSchool ? names.filter((name) => ![...withoutTarget, ...aboutSchool].includes(name)) : [])(
      "%s is refused to a teacher for people outside their own classes",
      async (name) => {
        const status = await statusOf(name, "teacher.se", await targetIn("se", "se-1001", "others"));
        expect(refusals(name, "teacher")).toContain(status);
      },
    );

    it.each(names.filter((name) => !withoutTarget.includes(name)))(
      "%s is refused for another school and for another realm",
      async (name) => {
        for (const role of matrixRoles) {
          const places: Array<[Realm, string]> = [["no", "no-1001"]];
          if (role !== "super") places.push(["se", "se-1002"]);
          for (const [realm, code] of places) {
            const status = await statusOf(name, `${role}.se`, await targetIn(realm, code, "others"));
            expect(refusals(name, role), `${name} by ${role} in ${realm}`).toContain(status);
          }
        }
      },
    );
  });
}
