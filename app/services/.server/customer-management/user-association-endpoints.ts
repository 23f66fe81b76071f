import { visiblePlaces } from "~/services/.server/directory/access";
import {
  authoriseAdministrator,
  authoriseGroup,
  authoriseOrganization,
  authorisePerson,
  type CallerProof,
  requireEditable,
} from "~/services/.server/directory/authorisation";
import type { Caller } from "~/services/.server/directory/caller";
import { moveBetweenGroups } from "~/services/.server/directory/groups/group-moves";
import { changePerson, type Person } from "~/services/.server/directory/people/people-store";
import { type PlacesChange, readPlaces } from "~/services/.server/directory/people/place-rules";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { CustomerManagementContracts } from "~/services/contracts/customer-management";
import { formMessages } from "~/services/contracts/form-messages";
import { validationError } from "~/services/contracts/service-error";
import type { CustomerManagementDeps } from "./deps";
import { schoolAssociation } from "./resources";

type Calls = Pick<
  CustomerManagementContracts,
  "putUserSchools" | "putUserSchool" | "deleteUserSchool" | "putUserGroup" | "deleteUserGroup"
>;

type Association = {
  schoolUid: string;
  role: Person["type"];
  admin?: boolean;
  active?: boolean;
  addToSubSchools?: boolean;
};

/** Endpoints for the schools and groups of one person. */
export function userAssociationEndpoints(
  deps: CustomerManagementDeps,
  contracts: CustomerManagementContracts,
): Endpoints<Calls> {
  return {
    putUserSchools: endpoint({
      contract: contracts.putUserSchools,
      authorise: ({ params, body }, caller) =>
        authoriseAssociations(authoriseAdministrator(deps, caller), params.id, () => body.schoolAssociations),
      async handle(_, proof) {
        await writeAssociations(proof);
        return { status: 204, body: undefined };
      },
    }),
    putUserSchool: endpoint({
      contract: contracts.putUserSchool,
      authorise: ({ params, body }, caller) =>
        authoriseAssociation(deps, params, caller, (others, _own, schoolUid) => [...others, { ...body, schoolUid }]),
      async handle(_, proof) {
        await writeAssociations(proof);
        return { status: 204, body: undefined };
      },
    }),
    deleteUserSchool: endpoint({
      contract: contracts.deleteUserSchool,
      authorise: ({ params }, caller) => authoriseAssociation(deps, params, caller, (others) => others),
      async handle(_, proof) {
        await writeAssociations(proof);
        return { status: 200, body: undefined };
      },
    }),
    putUserGroup: endpoint({
      contract: contracts.putUserGroup,
      authorise: ({ params }, caller) => authoriseMember(deps, params, "AddGroupMember", caller),
      async handle(_, { database, access, person, group }) {
        if (!person.places.some((place) => place.id === group.organization.id)) {
          throw validationError([{ attribute: "groups", reason: formMessages.incorrectFormat }]);
        }
        await moveBetweenGroups(database, access, person, { join: [group.id], leave: [] });
        return { status: 204, body: undefined };
      },
    }),
    deleteUserGroup: endpoint({
      contract: contracts.deleteUserGroup,
      authorise: ({ params }, caller) => authoriseMember(deps, params, "EditGroup", caller),
      async handle(_, { database, access, person, group }) {
        await moveBetweenGroups(database, access, person, { join: [], leave: [group.id] });
        return { status: 204, body: undefined };
      },
    }),
  };
}

/** The person's associations after a change, validated. `change` maps the associations in the caller's scope; others are unchanged. */
async function authoriseAssociations(
  proof: CallerProof,
  userId: string,
  change: (before: Association[]) => Association[],
) {
  const { database, access } = proof;
  const { person, context } = await authorisePerson(proof, userId, "EditUserInfo");
  requireEditable(context, "organizations");
  const wanted = change(visiblePlaces(access, person).map(schoolAssociation));
  if (wanted.some((association) => association.role !== person.type)) {
    throw validationError([{ attribute: "role", reason: formMessages.otherType }]);
  }
  const organizations = wanted.map(({ schoolUid, admin, active, addToSubSchools }) => ({
    id: schoolUid,
    admin,
    active,
    addToSubSchools,
  }));
  return { ...proof, person, places: await readPlaces(database, access, context, organizations, person) };
}

/** `authoriseAssociations` for the association with one school. */
async function authoriseAssociation(
  deps: CustomerManagementDeps,
  { userUid, schoolUid }: { userUid: string; schoolUid: string },
  caller: Caller,
  change: (others: Association[], own: Association | undefined, uid: string) => Association[],
) {
  const proof = authoriseAdministrator(deps, caller);
  const { uid } = (await authoriseOrganization(proof, schoolUid, "CreateUser")).organization;
  return authoriseAssociations(proof, userUid, (before) => {
    const others = before.filter((place) => place.schoolUid !== uid);
    return change(
      others,
      before.find((place) => place.schoolUid === uid),
      uid,
    );
  });
}

async function writeAssociations({
  database,
  access,
  person,
  places,
}: CallerProof & { person: Person; places: PlacesChange }) {
  if (places.write.length + places.leave.length === 0) return;
  await changePerson(database, access, person, {
    columns: {},
    placesToWrite: places.write,
    placesToLeave: places.leave,
    attributes: ["organizations"],
    expectedVersion: null,
  });
}

/** Nobody may change their own group memberships. */
async function authoriseMember(
  deps: CustomerManagementDeps,
  { id, groupId }: { id: string; groupId: string },
  action: "AddGroupMember" | "EditGroup",
  caller: Caller,
) {
  const proof = await authorisePerson(authoriseAdministrator(deps, caller), id, "EditUserInfo", { exceptSelf: true });
  const { group } = await authoriseGroup(proof, groupId, action);
  return { ...proof, group };
}
