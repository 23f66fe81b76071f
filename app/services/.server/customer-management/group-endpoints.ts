import { isDeepStrictEqual } from "node:util";
import {
  authoriseAdministrator,
  authoriseGroup,
  authoriseGroups,
  authoriseOrganization,
} from "~/services/.server/directory/authorisation";
import { makeGroupCode } from "~/services/.server/directory/groups/group-codes";
import { deleteGroup } from "~/services/.server/directory/groups/group-deletion";
import { changeGroup, createGroup } from "~/services/.server/directory/groups/groups-store";
import { groupGroups, groupSortColumns, listGroups } from "~/services/.server/directory/lists/groups-list";
import { readGrouping } from "~/services/.server/directory/lists/list-grouping";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { CustomerManagementContracts, ManagedGroup } from "~/services/contracts/customer-management";
import { formMessages } from "~/services/contracts/form-messages";
import { type ManagedGroupField, managedGroupFields } from "~/services/contracts/group-attributes";
import { pickFields } from "~/services/contracts/pick-fields";
import { validationError } from "~/services/contracts/service-error";
import type { CustomerManagementDeps } from "./deps";
import { includes, managementMetaOf, managementPagingOf } from "./list-query";
import { managedGroup } from "./resources";

type GroupCalls = Pick<CustomerManagementContracts, "getGroups" | "putGroup" | "deleteGroup">;

export function groupEndpoints(
  deps: CustomerManagementDeps,
  contracts: CustomerManagementContracts,
): Endpoints<GroupCalls> {
  return {
    getGroups: endpoint({
      contract: contracts.getGroups,
      authorise: ({ query }, caller) => authoriseGroups(authoriseAdministrator(deps, caller), query.filters),
      async handle({ query }, { database, access, scope }) {
        const grouping = readGrouping(groupGroups, query);
        const { groups, total, nextCursor } = await listGroups(database, access, {
          ...scope,
          grouping,
          ...managementPagingOf(query, groupSortColumns(access.realm)),
        });
        const withSchoolUnit = includes(query, "schoolUnit");
        const data = groups.map((group) => managedGroup(group, withSchoolUnit));
        return {
          status: 200,
          body: { data, meta: managementMetaOf(query, total, grouping && { areWhole: true }, nextCursor) },
        };
      },
    }),
    putGroup: endpoint({
      contract: contracts.putGroup,
      async authorise({ body: { uid, name, schoolUnitUid, groupId, code, schoolUnit } }, caller) {
        const entry = authoriseAdministrator(deps, caller);
        const readOnly = { groupId, code, schoolUnit };
        if (uid !== undefined) {
          const proof = await authoriseGroup(entry, uid, "EditGroup");
          refuseReadOnly({ schoolUnitUid, ...readOnly }, managedGroup(proof.group, true));
          return proof;
        }
        refuseReadOnly(readOnly, {});
        const missing = Object.entries({ name, schoolUnitUid }).filter(([, value]) => value === undefined);
        if (name === undefined || schoolUnitUid === undefined) {
          throw validationError(missing.map(([attribute]) => ({ attribute, reason: formMessages.required })));
        }
        return { ...(await authoriseOrganization(entry, schoolUnitUid, "CreateGroup")), name };
      },
      async handle({ body }, proof) {
        const { name, ...columns } = givenFields(body);
        // Clients send back the code they read: true with a code then means unchanged.
        const generateCode = body.generateCode && body.code ? undefined : body.generateCode;
        const code = generateCode === undefined ? {} : { code: generateCode ? makeGroupCode() : null };
        const { database, access } = proof;
        if ("group" in proof) {
          const changes = { ...columns, ...code, ...(name === undefined ? {} : { name }) };
          await changeGroup(database, access, proof.group, { columns: changes, expectedVersion: null });
          return { status: 200, body: { uid: proof.group.uid } };
        }
        const made = await createGroup(database, access, proof.organization, { ...columns, ...code, name: proof.name });
        return { status: 200, body: { uid: made.uid } };
      },
    }),
    deleteGroup: endpoint({
      contract: contracts.deleteGroup,
      authorise: ({ params }, caller) =>
        authoriseGroup(authoriseAdministrator(deps, caller), params.groupId, "DeleteGroup", { withDeleted: true }),
      async handle(_, { database, access, group }) {
        await deleteGroup(database, access, group);
        return { status: 204, body: undefined };
      },
    }),
  };
}

/** The fields that the body has. */
function givenFields(body: Partial<Pick<ManagedGroup, ManagedGroupField>>): typeof body {
  const given = managedGroupFields.filter((name) => body[name] !== undefined);
  return pickFields(body, given);
}

/** @throws ServiceError 400 for read-only members whose value differs from the stored one */
function refuseReadOnly(given: Record<string, unknown>, stored: Record<string, unknown>): void {
  const changed = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, stored[name]),
  );
  if (changed.length === 0) return;
  throw validationError(changed.map(([attribute]) => ({ attribute, reason: formMessages.incorrectFormat })));
}
