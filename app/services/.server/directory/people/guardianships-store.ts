import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { notFound } from "~/services/contracts/service-error";
import type { Person } from "./people-store";

/**
 * Adds or removes a guardian's pupil; logs only changes. Each pupil is written separately, so that concurrent writes do not overwrite each
 * other.
 * @throws ServiceError 404 for a deleted guardian
 */
export async function writePupil(
  database: Database,
  access: Access,
  guardian: Pick<Person, "id" | "uid">,
  pupil: Pick<Person, "id">,
  isTheirs: boolean,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const { rowCount: isThere } = await transaction.execute(sql`
      select 1 from directory.users where id = ${guardian.id} and status <> 'deleted' for share`);
    if (!isThere) throw notFound();
    const { rowCount: changed } = await transaction.execute(
      isTheirs
        ? sql`insert into directory.guardianships (guardian_id, student_id, realm)
            values (${guardian.id}, ${pupil.id}, ${access.realm}) on conflict do nothing`
        : sql`delete from directory.guardianships where guardian_id = ${guardian.id} and student_id = ${pupil.id}`,
    );
    if (!changed) return;
    const details = { attributes: ["students"], joined: Number(isTheirs), left: Number(!isTheirs) };
    await writeAudit(transaction, access, [
      { action: "user.changed", subjectType: "user", subjectUid: guardian.uid, details },
    ]);
  });
}
