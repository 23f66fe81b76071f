import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { notFound } from "~/services/contracts/service-error";
import { findPerson, type Person } from "./people-store";

/**
 * Ties a pupil to a guardian, or unties them; what is so already leaves no line in the log. Each pupil is written alone, so that
 * two who write at once lose nothing of one another.
 * @returns false, and nothing written, when a pupil to be tied is unknown or may not be placed by the caller
 * @throws ServiceError 404 for a guardian who is gone
 */
export async function writePupil(
  database: Database,
  access: Access,
  guardian: Pick<Person, "id" | "uid">,
  pupil: { uid: string; isTheirs: boolean },
  mayPlace: (pupil: Person) => boolean,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const { rowCount: isThere } = await transaction.execute(sql`
      select 1 from directory.users where id = ${guardian.id} and status <> 'deleted' for share`);
    if (!isThere) throw notFound();
    const found = await findPerson(transaction, access.realm, pupil.uid, access.userId, { type: "student" });
    if (!found || !mayPlace(found)) return !pupil.isTheirs;
    const tie = sql`guardian_id = ${guardian.id} and student_id = ${found.id}`;
    const { rowCount: changed } = await transaction.execute(
      pupil.isTheirs
        ? sql`insert into directory.guardianships (guardian_id, student_id, realm)
            values (${guardian.id}, ${found.id}, ${access.realm}) on conflict do nothing`
        : sql`delete from directory.guardianships where ${tie}`,
    );
    if (!changed) return true;
    const details = { attributes: ["students"], joined: Number(pupil.isTheirs), left: Number(!pupil.isTheirs) };
    await writeAudit(transaction, access, [
      { action: "user.changed", subjectType: "user", subjectUid: guardian.uid, details },
    ]);
    return true;
  });
}
