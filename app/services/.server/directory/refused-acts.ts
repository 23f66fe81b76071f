import { sql } from "drizzle-orm";
import type { Databases } from "../../../db/.server/connect";
import type { AuditAct } from "../../contracts/audit-acts";
import { ServiceError } from "../../contracts/service-error";
import type { AnyEndpoint, AnyService, Caller } from "../endpoint";

/** Acts that somebody tried without the right to them: each stands in their own log. security.md, line 26. */

const act: AuditAct = "user.refused";

/** The same call again within this time is the same attempt: whoever tries in a loop must not fill the log. */
const sameAttempt = "1 minute";

/** The service with every 403 of a call that would change something written down; what is only read is not. */
export function auditingRefusals<Audited extends AnyService>(service: Audited, databases: Databases): Audited {
  const endpoints = Object.entries(service.endpoints).map(([name, endpoint]) => [
    name,
    endpoint.contract.method === "GET" ? endpoint : auditing(name, endpoint, databases),
  ]);
  return { ...service, endpoints: Object.fromEntries(endpoints) };
}

function auditing(call: string, endpoint: AnyEndpoint, databases: Databases): AnyEndpoint {
  async function watched<Answer>(caller: Caller, run: () => Answer): Promise<Awaited<Answer>> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof ServiceError && error.status === 403) await writeRefusal(databases, caller, call, error);
      throw error;
    }
  }
  return {
    contract: endpoint.contract,
    authorise: (input, caller) => watched(caller, () => endpoint.authorise(input, caller)),
    handle: (input, caller) => watched(caller, () => endpoint.handle(input, caller)),
  };
}

async function writeRefusal(databases: Databases, caller: Caller, call: string, { details = [] }: ServiceError) {
  const { realm, region, user, requestId, ipAddress } = caller;
  if (!user) return;
  const attributes = details.map(({ attribute }) => attribute).filter((name) => name !== "");
  const told = attributes.length > 0 ? { call, attributes } : { call };
  await databases[region].execute(sql`
    insert into directory.audit
      (realm, action, user_uid, actor_uid, subject_type, subject_uid, details, request_id, ip_address)
    select ${realm}, ${act}, ${user.uid}, ${user.actor}, 'user', ${user.uid}, ${told}::jsonb, ${requestId}, ${ipAddress}
    where not exists (select 1 from directory.audit a
      where a.user_uid = ${user.uid} and a.actor_uid is not distinct from ${user.actor}::uuid and a.action = ${act}
        and a.details ->> 'call' = ${call} and a.at > now() - ${sameAttempt}::interval)`);
}
