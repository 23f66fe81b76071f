import { sql } from "drizzle-orm";
import type { Database } from "../../../db/.server/connect";
import type { Access } from "./access";
import { writeAudit } from "./audit-store";
import { findPerson, type Person } from "./people-store";
import { guardianships } from "./tables";

/**
 * Makes a guardian's pupils those that are named; pupils whom the caller may not place stay as they are. False, and nothing
 * written, when one of the named is unknown or out of the caller's reach.
 */
export async function writePupils(
  database: Database,
  access: Access,
  guardian: Pick<Person, "id" | "uid">,
  pupilUids: string[],
  mayPlace: (pupil: Person) => boolean,
): Promise<boolean> {
  const { rows: before } = await database.execute<{ uid: string }>(sql`
    select s.uid from directory.guardianships w join directory.users s on s.id = w.student_id
    where w.guardian_id = ${guardian.id}`);
  const had = new Set(before.map((row) => row.uid));
  const wanted = new Set(pupilUids);
  const join: number[] = [];
  const leave: number[] = [];
  for (const uid of wanted) {
    if (had.has(uid)) continue;
    const pupil = await findPerson(database, access.realm, uid, access.userId, { type: "student" });
    if (!pupil || !mayPlace(pupil)) return false;
    join.push(pupil.id);
  }
  for (const uid of had) {
    if (wanted.has(uid)) continue;
    const pupil = await findPerson(database, access.realm, uid, access.userId, { type: "student" });
    if (pupil && mayPlace(pupil)) leave.push(pupil.id);
  }
  await database.transaction(async (transaction) => {
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
    await writeAudit(transaction, access, [
      {
        action: "user.changed",
        subjectType: "user",
        subjectUid: guardian.uid,
        details: { attributes: ["students"], joined: join.length, left: leave.length },
      },
    ]);
  });
  return true;
}
