import { sql } from "drizzle-orm";
import type { Database } from "../../../db/.server/connect";
import { notFound } from "../../contracts/service-error";
import type { Access } from "./access";
import { writeAudit } from "./audit-store";
import { findPerson, type Person } from "./people-store";
import { guardianships } from "./tables";

/**
 * Makes a guardian's pupils those that are named; pupils whom the caller may not place stay as they are. False, and nothing
 * written, when one of the named is unknown or out of the caller's reach. What is as it was leaves no line in the log. Throws
 * 404 for a guardian who is gone.
 */
export async function writePupils(
  database: Database,
  access: Access,
  guardian: Pick<Person, "id" | "uid">,
  pupilUids: string[],
  mayPlace: (pupil: Person) => boolean,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    // Held until the end: two who write at once would each add to what neither had read.
    const { rowCount: isThere } = await transaction.execute(sql`
      select 1 from directory.users where id = ${guardian.id} and status <> 'deleted' for no key update`);
    if (!isThere) throw notFound();
    const { rows: before } = await transaction.execute<{ uid: string }>(sql`
      select s.uid from directory.guardianships w join directory.users s on s.id = w.student_id
      where w.guardian_id = ${guardian.id}`);
    const had = new Set(before.map((row) => row.uid));
    const wanted = new Set(pupilUids);
    const find = async (uid: string) => {
      const pupil = await findPerson(transaction, access.realm, uid, access.userId, { type: "student" });
      return pupil && mayPlace(pupil) ? pupil.id : null;
    };
    const join: number[] = [];
    const leave: number[] = [];
    for (const uid of [...wanted].filter((each) => !had.has(each))) {
      const id = await find(uid);
      if (id === null) return false;
      join.push(id);
    }
    for (const uid of [...had].filter((each) => !wanted.has(each))) {
      const id = await find(uid);
      if (id !== null) leave.push(id);
    }
    if (join.length + leave.length === 0) return true;
    if (leave.length > 0) {
      await transaction.execute(sql`
        delete from directory.guardianships where guardian_id = ${guardian.id} and student_id in ${leave}`);
    }
    if (join.length > 0) {
      await transaction
        .insert(guardianships)
        .values(join.map((studentId) => ({ guardianId: guardian.id, studentId, realm: access.realm })))
        .onConflictDoNothing();
    }
    const details = { attributes: ["students"], joined: join.length, left: leave.length };
    await writeAudit(transaction, access, [
      { action: "user.changed", subjectType: "user", subjectUid: guardian.uid, details },
    ]);
    return true;
  });
}
