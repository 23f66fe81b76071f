import { requireCaller } from "~/services/.server/directory/caller";
import { requireInPerson } from "~/services/.server/directory/own-rights";
import { authoriseReader, noProfile } from "~/services/.server/directory/people/reader-profile";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { LibraryDependencies } from "~/services/.server/library/dependencies";
import { readingLogContracts as contracts, sentAtHeaderName } from "~/services/contracts/reading-log";
import { notFound } from "~/services/contracts/service-error";
import { insertReadingLog } from "./reading-log-store";
import { findReadingWeek } from "./reading-week";

/** The reading log's endpoint. docs/product/reader.md#reading-log. */
export function readingLogEndpoints({
  databases,
  mayViewShelf,
}: Pick<LibraryDependencies, "databases" | "mayViewShelf">): Endpoints<typeof contracts> {
  return {
    getReadingWeek: endpoint({
      contract: contracts.getReadingWeek,
      async authorise(input, caller) {
        const { id } = input.params;
        if (id === requireCaller(caller).uid) return authoriseReader(databases, input, caller);
        if (!(await mayViewShelf(caller, id))) throw notFound();
        return { uid: id, profileId: noProfile };
      },
      async handle(_input, { uid, profileId }, { realm, region }) {
        const body = await findReadingWeek(databases[region], { realm, uid, profileId }, new Date());
        return { status: 200, body };
      },
    }),
    addReadingLog: endpoint({
      contract: contracts.addReadingLog,
      async authorise(input, caller) {
        // Users who act as someone else leave no trace in that person's reading log.
        requireInPerson(requireCaller(caller));
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
