import type { Databases } from "~/db/.server/connect";
import { type Realm, type Region, realms, regionOf } from "~/realms/realm";
import { retentionOf } from "~/realms/retention";
import { requireCaller } from "~/services/.server/directory/caller";
import { requireInPerson } from "~/services/.server/directory/own-rights";
import { authoriseReader } from "~/services/.server/directory/people/reader-profile";
import { endpoint, type Service } from "~/services/.server/dispatch/endpoint";
import { activityContracts as contracts, droppedSource } from "~/services/contracts/activity";
import { dropEmptyPartitions, ensurePartitions, eraseEvents, insertEvents, purgeEvents } from "./activity-store";

export type Activity = {
  service: Service<typeof contracts>;
  /** Creates the partitions of the next months, and deletes events that exceed their realm's retention. */
  purgeExpired(region: Region): Promise<void>;
  erasePeople(realm: Realm, uids: string[]): Promise<void>;
};

/** Creates the activity service, which receives the activity stream. docs/product/reader.md#events. */
export function createActivity(databases: Databases): Activity {
  return {
    service: {
      name: "activity",
      endpoints: {
        addEvents: endpoint({
          contract: contracts.addEvents,
          async authorise(input, caller) {
            // An impersonating user must not create events for the person.
            requireInPerson(requireCaller(caller));
            return authoriseReader(databases, input, caller);
          },
          async handle({ params: { origin }, body }, { uid, profileId }, { realm, region }) {
            const events = body.filter(({ sourceApplication }) => sourceApplication !== droppedSource);
            const stored = await insertEvents(databases[region], { realm, uid, profileId, origin }, events);
            return { status: 200, body: { stored } };
          },
        }),
      },
    },
    async purgeExpired(region) {
      const now = new Date();
      const here = realms.filter((realm) => regionOf(realm) === region);
      await ensurePartitions(databases[region], now);
      for (const realm of here) await purgeEvents(databases[region], realm, now);
      const longest = Math.max(...here.map((realm) => retentionOf(realm).activityMonths));
      await dropEmptyPartitions(databases[region], now, longest);
    },
    async erasePeople(realm, uids) {
      if (uids.length > 0) await eraseEvents(databases[regionOf(realm)], realm, uids);
    },
  };
}
