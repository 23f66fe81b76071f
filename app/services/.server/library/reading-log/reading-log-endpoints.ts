import type { Databases } from "~/db/.server/connect";
import { type Endpoints, endpoint, requireUser } from "~/services/.server/endpoint";
import { authoriseReader } from "~/services/.server/reader-profile";
import { readingLogContracts as contracts, sentAtHeaderName } from "~/services/contracts/reading-log";
import { forbidden } from "~/services/contracts/service-error";
import { insertReadingLog } from "./reading-log-store";

/** The reading log's endpoint. docs/product/reader.md#reading-log. */
export function readingLogEndpoints(databases: Databases): Endpoints<typeof contracts> {
  return {
    addReadingLog: endpoint({
      contract: contracts.addReadingLog,
      async authorise(input, caller) {
        // Whoever acts as somebody leaves no trace of having read as them.
        if (requireUser(caller).actor !== null) throw forbidden();
        return authoriseReader(databases, input, caller);
      },
      async handle({ headers, body }, { uid, profileId }, { realm, region }) {
        const sentAt = headers[sentAtHeaderName] ?? null;
        const stored = await insertReadingLog(databases[region], { realm, uid, profileId }, body, sentAt);
        return { status: 200, body: { stored } };
      },
    }),
  };
}
