import type { Databases } from "~/db/.server/connect";
import {
  authoriseCaller,
  authoriseGroup,
  authoriseOrganization,
  authorisePerson,
} from "~/services/.server/directory/authorisation";
import { requireCaller } from "~/services/.server/directory/caller";
import {
  findPupilsOfGroup,
  findPupilsOfGuardian,
  pupilsOfOrganization,
} from "~/services/.server/directory/people/pupils";
import { authoriseReader, noProfile } from "~/services/.server/directory/people/reader-profile";
import { type Endpoints, endpoint, ownEndpoint } from "~/services/.server/dispatch/endpoint";
import { readingStatisticsContracts as contracts } from "~/services/contracts/reading-statistics";
import { findGroupReading, findReaderReading, findReading, periodOf, readersBy } from "./reading-statistics";

/** Reading statistics of a pupil, a class and a school. docs/product/reader.md#reading-log. */
export function readingStatisticsEndpoints({ databases }: { databases: Databases }): Endpoints<typeof contracts> {
  return {
    getUserReading: endpoint({
      contract: contracts.getUserReading,
      async authorise(call, caller) {
        const { id } = call.params;
        const reader = await authoriseReader(databases, call, caller);
        if (id === requireCaller(caller).uid) return { uid: reader.uid, profileId: reader.profileId };
        const { person } = await authorisePerson(authoriseCaller({ databases }, caller), id, "ViewReading");
        return { uid: person.uid, profileId: noProfile };
      },
      async handle({ query }, { uid, profileId }, { realm, region }) {
        const readers = readersBy(realm, [uid], profileId);
        const data = await findReaderReading(databases[region], readers, periodOf(query, realm, new Date()));
        return { status: 200, body: { data } };
      },
    }),
    getGroupReading: endpoint({
      contract: contracts.getGroupReading,
      authorise: ({ params }, caller) =>
        authoriseGroup(authoriseCaller({ databases }, caller), params.id, "ViewReading"),
      async handle({ query }, { group, database }, { realm }) {
        const pupils = await findPupilsOfGroup(database, realm, group.id);
        const uids = pupils.map(({ uid }) => uid);
        const readers = readersBy(realm, uids, noProfile);
        const data = await findGroupReading(database, readers, periodOf(query, realm, new Date()), pupils);
        return { status: 200, body: { data } };
      },
    }),
    getSchoolReading: endpoint({
      contract: contracts.getSchoolReading,
      authorise: ({ params }, caller) =>
        authoriseOrganization(authoriseCaller({ databases }, caller), params.id, "ViewReading"),
      async handle({ query }, { access, organization, relation, database }, { realm }) {
        const readers = readersBy(realm, pupilsOfOrganization(access, organization, relation), noProfile);
        const data = await findReading(database, readers, periodOf(query, realm, new Date()));
        return { status: 200, body: { data } };
      },
    }),
    getOwnPupils: ownEndpoint({
      contract: contracts.getOwnPupils,
      async handle(_input, { person }, { realm, region }) {
        const data = await findPupilsOfGuardian(databases[region], realm, person.legacyId);
        return { status: 200, body: { data } };
      },
    }),
  };
}
