import type { Databases } from "~/db/.server/connect";
import { regionOf } from "~/realms/realm";
import { type Caller, type CallerUser, requireCaller } from "~/services/.server/directory/caller";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import { requireInPerson, requireOwnGroups } from "~/services/.server/directory/own-rights";
import { isPupilOfGroups } from "~/services/.server/directory/people/pupils";
import { type Endpoints, endpoint, publicEndpoint } from "~/services/.server/dispatch/endpoint";
import type { BookAccess } from "~/services/.server/library/book-access";
import { ledReadingContracts as contracts, type FollowedReading } from "~/services/contracts/led-readings";
import { notFound, ServiceError } from "~/services/contracts/service-error";
import { isUid } from "~/services/contracts/uid";
import type { LedCodeGuesses } from "./led-code-guesses";
import {
  endLedReading,
  findLedReading,
  findLedTurns,
  type StoredLedReading,
  startLedReading,
  turnLedReading,
} from "./led-reading-store";

/** Classes have no child profiles. */
const noHeaders = { headers: {} };

type Parts = Pick<BookAccess, "authoriseBook"> & {
  databases: Databases;
  identity: Pick<IdentityDirectory, "findByUid">;
  ledCodeGuesses: LedCodeGuesses;
};

/** Endpoints of reading together. docs/product/reader.md#reading-together; decision 106. */
export function ledReadingEndpoints({
  databases,
  identity,
  authoriseBook,
  ledCodeGuesses,
}: Parts): Endpoints<typeof contracts> {
  const find = ({ realm, region }: Caller, by: { id: string } | { code: string }) =>
    "id" in by && !isUid(by.id) ? null : findLedReading(databases[region], { realm, ...by });

  /** @throws ServiceError 404 for anybody but the leader, and while somebody acts as the leader */
  const authoriseLeader = async (caller: Caller, id: string) => {
    const self = requireCaller(caller);
    const reading = await find(caller, { id });
    if (reading?.uid !== self.uid || self.actor !== null) throw notFound();
    return { reading };
  };

  /** @throws ServiceError 404 for whoever is no pupil, and while somebody acts as one */
  const authorisePupil = (caller: Caller) => {
    const self = requireCaller(caller);
    const { person, actor, joinedProfileId } = self;
    if (person.type !== "student" || actor !== null || joinedProfileId !== null) throw notFound();
    return { self };
  };

  /**
   * What a pupil of the leader's own groups, as they are now, follows.
   * @throws ServiceError 404, the same for every reason
   */
  const requireFollowed = async (
    { uid }: CallerUser,
    caller: Caller,
    reading: StoredLedReading | null,
  ): Promise<FollowedReading> => {
    const leader = reading && (await identity.findByUid(caller.realm, reading.uid));
    const groups = leader?.status === "active" ? leader.ownGroups : [];
    const isOwn = groups.length > 0 && (await isPupilOfGroups(databases[caller.region], caller.realm, uid, groups));
    if (!reading || !isOwn) throw notFound();
    const { id, bookId, turn, place, endsAt } = reading;
    try {
      await authoriseBook(noHeaders, caller, bookId);
    } catch (error) {
      // The book's own refusals say more than that there is no such reading.
      if (error instanceof ServiceError && error.status < 500) throw notFound();
      throw error;
    }
    return { id, bookId, turn, place, endsAt };
  };

  return {
    startLedReading: endpoint({
      contract: contracts.startLedReading,
      async authorise(call, caller) {
        const { self, book } = await authoriseBook(noHeaders, caller, call.params.id);
        requireInPerson(self);
        requireOwnGroups(self);
        return { self, book };
      },
      async handle(_, { self, book }, { realm, region }) {
        const reading = await startLedReading(databases[region], { realm, uid: self.uid, bookId: book.id });
        return { status: 200, body: ownReading(reading) };
      },
    }),
    getUserLedReadings: endpoint({
      contract: contracts.getUserLedReadings,
      authorise(call, caller) {
        const self = requireCaller(caller);
        if (call.params.id !== self.uid || self.actor !== null) throw notFound();
        return { self };
      },
      async handle(_, { self }, { realm, region }) {
        const reading = await findLedReading(databases[region], { realm, uid: self.uid });
        return { status: 200, body: { data: reading ? [ownReading(reading)] : [] } };
      },
    }),
    turnLedReading: endpoint({
      contract: contracts.turnLedReading,
      authorise: (call, caller) => authoriseLeader(caller, call.params.id),
      async handle({ body }, { reading }, { region }) {
        await turnLedReading(databases[region], reading, body);
        return { status: 204, body: undefined };
      },
    }),
    endLedReading: endpoint({
      contract: contracts.endLedReading,
      authorise: (call, caller) => authoriseLeader(caller, call.params.id),
      async handle(_, { reading }, { region }) {
        await endLedReading(databases[region], reading);
        return { status: 204, body: undefined };
      },
    }),
    joinLedReading: endpoint({
      contract: contracts.joinLedReading,
      authorise: (_, caller) => authorisePupil(caller),
      async handle({ body: { code } }, { self }, caller) {
        const guess = { realm: caller.realm, uid: self.uid };
        await ledCodeGuesses.count(guess);
        const body = await requireFollowed(self, caller, await find(caller, { code }));
        await ledCodeGuesses.refund(guess);
        return { status: 200, body };
      },
    }),
    getFollowedReading: endpoint({
      contract: contracts.getFollowedReading,
      async authorise({ params: { id } }, caller) {
        const { self } = authorisePupil(caller);
        return { followed: await requireFollowed(self, caller, await find(caller, { id })) };
      },
      handle: async (_, { followed }) => ({ status: 200, body: followed }),
    }),
    getLedTurns: publicEndpoint({
      contract: contracts.getLedTurns,
      async handle({ query }, { realm }) {
        const data = await findLedTurns(databases[regionOf(realm)], query.id.filter(isUid));
        return { status: 200, body: { data } };
      },
    }),
  };
}

function ownReading({ id, bookId, code, endsAt }: StoredLedReading) {
  return { id, bookId, code, endsAt };
}
