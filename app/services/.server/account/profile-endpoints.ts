import { type Caller, requireCaller } from "~/services/.server/directory/caller";
import { requireInPerson } from "~/services/.server/directory/own-rights";
import { findFamily } from "~/services/.server/directory/people/families";
import {
  changeProfile,
  createProfile,
  deleteProfile,
  findOwnProfile,
  listOwnProfiles,
  type ProfileOwner,
} from "~/services/.server/directory/people/family-profiles";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { accountContracts as contracts } from "~/services/contracts/account";
import { notFound } from "~/services/contracts/service-error";
import { type AccountDeps, databaseOf } from "./deps";
import { eraseProfileSettings } from "./settings-store";

type Names = "getProfiles" | "getJoinedProfile" | "createProfile" | "changeProfile" | "deleteProfile";

/** The children of the caller's family. docs/product/choices.md#who-and-where. */
export function profileEndpoints(deps: AccountDeps): Endpoints<Pick<typeof contracts, Names>> {
  /** @throws ServiceError 404 if the caller is not a family of the consumer market */
  const authoriseFamily = async (caller: Caller): Promise<ProfileOwner> => {
    const { uid } = requireCaller(caller);
    if (!(await findFamily(databaseOf(deps, caller), caller.realm, { uid }))) throw notFound();
    return { realm: caller.realm, uid };
  };
  /** @throws ServiceError 404 as above, 403 if the family is impersonated */
  const authoriseChange = async (caller: Caller): Promise<ProfileOwner> => {
    const owner = await authoriseFamily(caller);
    requireInPerson(requireCaller(caller));
    return owner;
  };
  /** @throws ServiceError as above, 404 if the profile is not the family's */
  const authoriseProfileChange = async (caller: Caller, id: string) => {
    const owner = await authoriseChange(caller);
    const profile = await findOwnProfile(databaseOf(deps, caller), owner, id);
    if (!profile) throw notFound("There is no such profile");
    return { owner, profile };
  };

  return {
    getProfiles: endpoint({
      contract: contracts.getProfiles,
      authorise: (_, caller) => authoriseFamily(caller),
      handle: async (_, owner, caller) => ({
        status: 200,
        body: { data: await listOwnProfiles(databaseOf(deps, caller), owner) },
      }),
    }),
    getJoinedProfile: endpoint({
      contract: contracts.getJoinedProfile,
      async authorise(_, caller) {
        const { uid, joinedProfileId } = requireCaller(caller);
        const owner = { realm: caller.realm, uid };
        const profile = joinedProfileId && (await findOwnProfile(databaseOf(deps, caller), owner, joinedProfileId));
        if (!profile) throw notFound("There is no such profile");
        return { profile };
      },
      handle: async (_, { profile }) => ({ status: 200, body: { data: profile } }),
    }),
    createProfile: endpoint({
      contract: contracts.createProfile,
      authorise: (_, caller) => authoriseChange(caller),
      handle: async ({ body }, owner, caller) => ({
        status: 201,
        body: { data: await createProfile(databaseOf(deps, caller), owner, body) },
      }),
    }),
    changeProfile: endpoint({
      contract: contracts.changeProfile,
      authorise: ({ params }, caller) => authoriseProfileChange(caller, params.id),
      async handle({ body: { version, ...values } }, { owner, profile }, caller) {
        const changed = await changeProfile(databaseOf(deps, caller), owner, { id: profile.id, version }, values);
        return { status: 200, body: { data: changed } };
      },
    }),
    deleteProfile: endpoint({
      contract: contracts.deleteProfile,
      authorise: ({ params }, caller) => authoriseProfileChange(caller, params.id),
      async handle(_, { owner, profile }, caller) {
        const reader = { ...owner, profileId: profile.id };
        await deleteProfile(databaseOf(deps, caller), owner, profile.id, async (within) => {
          await eraseProfileSettings(within, reader);
          for (const erase of deps.profileErasers) await erase(within, reader);
        });
        return { status: 204, body: undefined };
      },
    }),
  };
}
