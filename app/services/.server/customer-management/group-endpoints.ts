import { deleteGroup } from "~/services/.server/directory/groups/group-deletion";
import {
  changeGroup,
  createGroup,
  groupGroups,
  groupSortColumns,
  listGroups,
  makeGroupCode,
} from "~/services/.server/directory/groups/groups-store";
import { readGroupFilters } from "~/services/.server/directory/lists/list-filters";
import { readGrouping } from "~/services/.server/directory/lists/list-grouping";
import { anyCaller, type Endpoints, unprovedEndpoint } from "~/services/.server/endpoint";
import type { CustomerManagementContracts } from "~/services/contracts/customer-management";
import { formMessages } from "~/services/contracts/form-messages";
import { validationError } from "~/services/contracts/service-error";
import {
  type CustomerManagementDeps,
  enter,
  groupFor,
  includes,
  organizationFor,
  readPaging,
  writeMeta,
} from "./entrance";
import { managedGroup } from "./resources";

type GroupCalls = Pick<CustomerManagementContracts, "getGroups" | "putGroup" | "deleteGroup">;

export function groupEndpoints(
  deps: CustomerManagementDeps,
  contracts: CustomerManagementContracts,
): Endpoints<GroupCalls> {
  return {
    getGroups: unprovedEndpoint({
      contract: contracts.getGroups,
      authorise: anyCaller,
      async handle({ query }, caller) {
        const { database, access } = await enter(deps, caller);
        const grouping = readGrouping(groupGroups, query);
        const { groups, total } = await listGroups(database, access, {
          organization: null,
          filters: readGroupFilters(query.filters),
          grouping,
          ...readPaging(query, groupSortColumns),
        });
        const withSchoolUnit = includes(query, "schoolUnit");
        const data = groups.map((group) => managedGroup(group, withSchoolUnit));
        return { status: 200, body: { data, meta: writeMeta(query, total, grouping && { areWhole: true }) } };
      },
    }),
    putGroup: unprovedEndpoint({
      contract: contracts.putGroup,
      authorise: anyCaller,
      async handle({ body }, caller) {
        const entered = await enter(deps, caller);
        const { uid, schoolUnitUid, generateCode, name, ...columns } = body;
        const code = generateCode === undefined ? {} : { code: generateCode ? makeGroupCode() : null };
        if (uid !== undefined) {
          const group = await groupFor(entered, uid, "EditGroup");
          const changes = { ...columns, ...code, ...(name === undefined ? {} : { name }) };
          await changeGroup(entered.database, entered.access, group, { columns: changes, expectedVersion: null });
          return { status: 200, body: { uid: group.uid } };
        }
        const missing = Object.entries({ name, schoolUnitUid }).filter(([, value]) => value === undefined);
        if (name === undefined || schoolUnitUid === undefined) {
          throw validationError(missing.map(([attribute]) => ({ attribute, reason: formMessages.required })));
        }
        const organization = await organizationFor(entered, schoolUnitUid, "CreateGroup");
        const made = await createGroup(entered.database, entered.access, organization, { ...columns, ...code, name });
        return { status: 200, body: { uid: made.uid } };
      },
    }),
    deleteGroup: unprovedEndpoint({
      contract: contracts.deleteGroup,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const entered = await enter(deps, caller);
        await deleteGroup(entered.database, entered.access, await groupFor(entered, params.groupId, "DeleteGroup"));
        return { status: 204, body: undefined };
      },
    }),
  };
}
