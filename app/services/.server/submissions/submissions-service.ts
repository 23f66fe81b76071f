import { and, eq, inArray, sql } from "drizzle-orm";
import type { Databases } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import type { Caller, Service } from "~/services/.server/endpoint";
import type { submissionContracts } from "~/services/contracts/submissions";
import { type AssignmentParts, assignmentEndpoints } from "./assignment-endpoints";
import { ownEndpoints } from "./own-endpoints";
import { submissions } from "./tables";

/** The submissions service. docs/product/reader.md#calls. */
export function createSubmissions(deps: AssignmentParts): Service<typeof submissionContracts> {
  const isPupilOf = createGuardianCheck(deps.databases);
  return {
    name: "submissions",
    endpoints: { ...ownEndpoints({ ...deps, isPupilOf }), ...assignmentEndpoints(deps) },
  };
}

function createGuardianCheck(databases: Databases): (caller: Caller, uid: string) => Promise<boolean> {
  return async ({ realm, region, user }, uid) => {
    const { rowCount } = await databases[region].execute(sql`
      select from directory.guardianships g join directory.users pupil on pupil.id = g.student_id
      where g.guardian_id = ${user?.person.legacyId ?? null} and pupil.uid = ${uid}::uuid and pupil.realm = ${realm}
        and pupil.status <> 'deleted'`);
    return (rowCount ?? 0) > 0;
  };
}

/** Removes what people who are purged have answered. Assignments that they made stay with their classes, without a name. */
export function erasePupils(databases: Databases): (realm: Realm, uids: string[]) => Promise<void> {
  return async (realm, uids) => {
    if (uids.length === 0) return;
    await databases[regionOf(realm)]
      .delete(submissions)
      .where(and(eq(submissions.realm, realm), inArray(submissions.uid, uids)));
  };
}
