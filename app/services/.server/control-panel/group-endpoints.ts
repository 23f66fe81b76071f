import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Database } from "../../../db/.server/connect";
import { hasFeature, type Realm } from "../../../realms/realm";
import type { ControlPanelContracts } from "../../contracts/control-panel";
import { fillMessage, formMessages } from "../../contracts/form-messages";
import { ageFilterField, nameField, optionalField, personTypes, textField } from "../../contracts/person-fields";
import { type ErrorDetail, forbidden, notFound, validationError } from "../../contracts/service-error";
import { type Access, relationToOrganization, sightOf } from "../directory/access";
import { deleteGroup, findDeletedGroup, restoreGroup } from "../directory/group-deletion";
import {
  changeGroup,
  createGroup,
  findGroup,
  type Group,
  type GroupColumns,
  groupSortColumns,
  listGroups,
  makeGroupCode,
  moveBetweenGroups,
} from "../directory/groups-store";
import { readGroupFilters } from "../directory/list-filters";
import { findOrganization } from "../directory/organizations-store";
import { listPeople } from "../directory/people-list";
import { peopleSortColumns } from "../directory/people-query";
import { readPeopleReach } from "../directory/people-reach";
import { type Action, mayOnGroup, mayOnOrganization, mayOnPerson, type Relation } from "../directory/permissions";
import { refuse } from "../directory/refusal";
import { anyCaller, type Caller, type Endpoints } from "../endpoint";
import { type ControlPanelDeps, enter, readUid } from "./deps";
import { groupEntity, personEntity } from "./entities";
import { readPaging, writeMeta } from "./list-query";
import { lookAt } from "./people-endpoints";

/** Groups, who is in them, and a person's groups. Spec 3, section 7. */

type GroupCalls = Pick<
  ControlPanelContracts,
  | "getGroups"
  | "createGroup"
  | "getGroup"
  | "updateGroup"
  | "deleteGroup"
  | "restoreGroup"
  | "getGroupUsers"
  | "putGroupUser"
  | "deleteGroupUser"
  | "getUserGroups"
  | "getUserGroupOptions"
  | "putUserGroups"
>;

const yearBounds = fillMessage("between", { min: 1900, max: 2200 });
const groupId = z.uuid(formMessages.incorrectFormat);
const fields = {
  name: nameField,
  type: z.enum(["class", "group", "grade"], { error: formMessages.typeRequired }),
  externalId: optionalField(textField()),
  ageFilter: optionalField(ageFilterField),
  typicalSchoolEntryYear: optionalField(
    z.coerce
      .number({ error: formMessages.number })
      .int(formMessages.number)
      .min(1900, yearBounds)
      .max(2200, yearBounds),
  ),
  /** true makes a new code, false or null takes it away. */
  code: z.union([z.boolean(), z.null()], { error: formMessages.incorrectFormat }),
  parent: optionalField(z.union([groupId, z.object({ id: groupId }).transform(({ id }) => id)])),
};
const actionFor: Record<keyof typeof fields, Action> = {
  name: "EditGroup",
  type: "EditGroup",
  externalId: "EditGroup",
  typicalSchoolEntryYear: "EditGroup",
  parent: "EditGroup",
  code: "EditGroupPassword",
  ageFilter: "EditGroupAgeFilter",
};

/** Sent back by clients that return the whole entity. */
const onlyShown = new Set(["groupId"]);

type Sent = Record<string, { value?: unknown }>;

export function createGroupEndpoints(deps: ControlPanelDeps, contracts: ControlPanelContracts): Endpoints<GroupCalls> {
  async function lookAtGroup(caller: Caller, id: string) {
    const { database, access } = enter(deps, caller);
    const group = await findGroup(database, access.realm, readUid(id));
    const relation = group ? relationToOrganization(access, group.organization) : "none";
    if (!group || relation === "none" || relation === "member") throw notFound();
    return { database, access, group, relation };
  }

  /** A group and a person, where the caller may change both. */
  async function lookAtMember(caller: Caller, { id, userId }: { id: string; userId: string }) {
    const { database, access, group, relation } = await lookAtGroup(caller, id);
    const { person, sight } = await lookAt(deps, caller, userId);
    const mayMove = mayOnGroup(relation, "EditGroup") && mayOnPerson(sight, "EditUserInfo");
    if (!mayMove || sight.relation === "self") throw forbidden(formMessages.insufficientPermission);
    return { database, access, group, person };
  }

  async function answer(database: Database, access: Access, uid: string) {
    const group = await findGroup(database, access.realm, uid);
    if (!group) throw notFound();
    return { data: groupEntity(access, group), meta: { version: group.version } };
  }

  return {
    getGroups: {
      contract: contracts.getGroups,
      authorise: anyCaller,
      async handle({ query }, caller) {
        const { database, access } = enter(deps, caller);
        const found = await listGroups(database, access, {
          organization: null,
          filters: readGroupFilters(query.filters),
          ...readPaging(query, groupSortColumns),
        });
        const data = found.groups.map((group) => groupEntity(access, group));
        return { status: 200, body: { data, meta: writeMeta(found.total, found.nextCursor) } };
      },
    },

    createGroup: {
      contract: contracts.createGroup,
      authorise: anyCaller,
      async handle({ body }, caller) {
        const { database, access } = enter(deps, caller);
        const { organization: place, ...sent } = body.data.attributes as Sent;
        const details: ErrorDetail[] = [];
        if (!sent.name) details.push({ attribute: "name", reason: formMessages.required });
        const uid = readOrganizationId(place?.value);
        if (!uid) details.push({ attribute: "organization", reason: formMessages.required });
        if (details.length > 0 || !uid) throw validationError(details, formMessages.formErrors);
        const organization = await findOrganization(database, access.realm, uid);
        const relation = organization ? relationToOrganization(access, organization) : "none";
        if (!organization || relation === "none") {
          throw validationError([{ attribute: "organization", reason: formMessages.incorrectFormat }]);
        }
        if (!mayOnOrganization(relation, "CreateGroup")) throw forbidden(formMessages.insufficientPermission);
        const columns = await readColumns(database, access, { organization, relation }, sent, null);
        const made = await createGroup(database, access, organization, columns as GroupColumns & { name: string });
        const location = `/services/control-panel/v1/groups/${made.uid}`;
        return { status: 201, body: await answer(database, access, made.uid), headers: { location } };
      },
    },

    getGroup: {
      contract: contracts.getGroup,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { access, group } = await lookAtGroup(caller, params.id);
        return { status: 200, body: { data: groupEntity(access, group), meta: { version: group.version } } };
      },
    },

    updateGroup: {
      contract: contracts.updateGroup,
      authorise: anyCaller,
      async handle({ params, body }, caller) {
        const { database, access, group, relation } = await lookAtGroup(caller, params.id);
        const { organization: place, ...sent } = body.data.attributes as Sent;
        if (place && readOrganizationId(place.value) !== group.organization.uid) {
          throw validationError([{ attribute: "organization", reason: formMessages.incorrectFormat }]);
        }
        const columns = await readColumns(database, access, { ...group, relation }, sent, group);
        const expectedVersion = body.meta?.version ?? null;
        const isStale = expectedVersion !== null && expectedVersion !== group.version;
        if (Object.keys(columns).length > 0 || isStale) {
          await changeGroup(database, access, group, { columns, expectedVersion });
        }
        return { status: 200, body: await answer(database, access, group.uid) };
      },
    },

    deleteGroup: {
      contract: contracts.deleteGroup,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { database, access, group, relation } = await lookAtGroup(caller, params.id);
        if (!mayOnGroup(relation, "DeleteGroup")) throw forbidden(formMessages.insufficientPermission);
        await deleteGroup(database, access, group);
        return { status: 204, body: undefined };
      },
    },

    restoreGroup: {
      contract: contracts.restoreGroup,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { database, access } = enter(deps, caller);
        const relation = access.isSuper ? "super" : "none";
        if (!mayOnGroup(relation, "RestoreGroup")) throw notFound();
        const group = await findDeletedGroup(database, access.realm, readUid(params.id));
        if (!group) throw notFound();
        await restoreGroup(database, access, group);
        return { status: 200, body: await answer(database, access, group.uid) };
      },
    },

    getGroupUsers: {
      contract: contracts.getGroupUsers,
      authorise: anyCaller,
      async handle({ params, query }, caller) {
        const { database, access, group, relation } = await lookAtGroup(caller, params.id);
        if (!mayOnGroup(relation, "ListUsers")) throw forbidden(formMessages.insufficientPermission);
        const reach = readPeopleReach(access, group.organization, relation, personTypes, query.filters);
        const { people, total, nextCursor } = await listPeople(database, {
          ...reach,
          organization: { ...reach.organization, withBelow: false },
          filters: { ...reach.filters, groupUid: group.uid },
          ...readPaging(query, peopleSortColumns(access.realm)),
        });
        const data = people
          .filter((person) => mayOnPerson(sightOf(access, person), "ViewUserInfo"))
          .map((person) => personEntity(access, person));
        return { status: 200, body: { data, meta: writeMeta(total, nextCursor) } };
      },
    },

    putGroupUser: {
      contract: contracts.putGroupUser,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { database, access, group, person } = await lookAtMember(caller, params);
        if (!person.places.some((place) => place.id === group.organization.id)) {
          throw validationError([{ attribute: "groups", reason: formMessages.incorrectFormat }]);
        }
        await moveBetweenGroups(database, access, person, { join: [group.id], leave: [] });
        return { status: 204, body: undefined };
      },
    },

    deleteGroupUser: {
      contract: contracts.deleteGroupUser,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { database, access, group, person } = await lookAtMember(caller, params);
        if (!person.groups.some((inside) => inside.uid === group.uid)) throw notFound();
        await moveBetweenGroups(database, access, person, { join: [], leave: [group.id] });
        return { status: 204, body: undefined };
      },
    },

    getUserGroups: {
      contract: contracts.getUserGroups,
      authorise: anyCaller,
      async handle({ params }, caller) {
        return { status: 200, body: { data: await groupsOf(caller, params.id) } };
      },
    },

    getUserGroupOptions: {
      contract: contracts.getUserGroupOptions,
      authorise: anyCaller,
      async handle({ params }, caller) {
        const { database, access, person, sight } = await lookAt(deps, caller, params.id);
        if (!mayOnPerson(sight, "ListGroups")) throw forbidden(formMessages.insufficientPermission);
        const organization = await findOrganization(database, access.realm, readUid(params.organizationId));
        if (!organization || relationToOrganization(access, organization) === "none") throw notFound();
        const mayMove =
          mayOnPerson(sight, "EditUserInfo") && person.places.some((place) => place.id === organization.id);
        const found = await listGroups(database, access, {
          organization: { id: organization.id, withBelow: false },
          filters: {},
          sorts: [{ by: "name", order: "asc" }],
          page: { number: 1, size: 1000, cursor: null },
          count: "none",
        });
        const inside = new Set(person.groups.map((group) => group.uid));
        const data = found.groups.map((group) => ({
          id: group.uid,
          organization_id: group.organization.uid,
          name: group.name,
          selectable: mayMove && !inside.has(group.uid),
          removable: mayMove && inside.has(group.uid),
        }));
        return { status: 200, body: { data } };
      },
    },

    putUserGroups: {
      contract: contracts.putUserGroups,
      authorise: anyCaller,
      async handle({ params, body }, caller) {
        const { database, access, person, sight } = await lookAt(deps, caller, params.id);
        if (sight.relation === "self" || !mayOnPerson(sight, "EditUserInfo")) {
          throw forbidden(formMessages.insufficientPermission);
        }
        const wanted = new Set(body.data);
        const before = await memberGroups(
          database,
          access,
          person.groups.map((group) => group.uid),
        );
        const joining = [...wanted].filter((uid) => !person.groups.some((group) => group.uid === uid));
        const found = await memberGroups(database, access, joining);
        const places = new Set(person.places.map((place) => place.id));
        const isRight = found.length === joining.length && found.every((group) => places.has(group.organization.id));
        if (!isRight) throw validationError([{ attribute: "groups", reason: formMessages.incorrectFormat }]);
        await moveBetweenGroups(database, access, person, {
          join: found.map((group) => group.id),
          leave: before.filter((group) => !wanted.has(group.uid)).map((group) => group.id),
        });
        return { status: 200, body: { data: await groupsOf(caller, params.id) } };
      },
    },
  };

  async function groupsOf(caller: Caller, id: string) {
    const { database, access, person, sight } = await lookAt(deps, caller, id);
    if (!mayOnPerson(sight, "ListGroups")) throw forbidden(formMessages.insufficientPermission);
    const mayMove = sight.relation !== "self" && mayOnPerson(sight, "EditUserInfo");
    const found = await memberGroups(
      database,
      access,
      person.groups.map((group) => group.uid),
    );
    return found.map((group) => ({
      id: group.uid,
      organization_id: group.organization.uid,
      name: group.name,
      selectable: false,
      removable: mayMove,
    }));
  }
}

/** Those of the groups that lie in the caller's reach. */
async function memberGroups(database: Database, access: Access, uids: string[]): Promise<Group[]> {
  const found = await listGroups(database, access, {
    organization: null,
    filters: { uids },
    sorts: [{ by: "name", order: "asc" }],
    page: { number: 1, size: 1000, cursor: null },
    count: "none",
  });
  return found.groups;
}

function readOrganizationId(value: unknown): string | null {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : value;
  return typeof id === "string" && z.uuid().safeParse(id).success ? id : null;
}

/** Throws 400 for unknown or wrong values, 403 for what the caller may not change. */
async function readColumns(
  database: Database,
  access: Access,
  { organization, relation }: { organization: { id: number }; relation: Relation },
  sent: Sent,
  stored: Group | null,
): Promise<GroupColumns> {
  const wrong: ErrorDetail[] = [];
  const refused: ErrorDetail[] = [];
  const columns: Record<string, unknown> = {};
  for (const [name, { value }] of Object.entries(sent)) {
    if (onlyShown.has(name)) continue;
    if (!Object.hasOwn(fields, name)) {
      wrong.push({ attribute: name, reason: formMessages.incorrectFormat });
      continue;
    }
    const field = name as keyof typeof fields;
    if (stored && isDeepStrictEqual(value ?? null, stored[field] ?? null)) continue;
    const result = fields[field].safeParse(value);
    if (!result.success) {
      wrong.push({ attribute: name, reason: result.error.issues[0]?.message ?? formMessages.incorrectFormat });
    } else if (!mayOnGroup(relation, actionFor[field]) || !isOffered(access.realm, field, result.data)) {
      refused.push({ attribute: name, reason: formMessages.insufficientPermission });
    } else if (field === "code") columns.code = result.data ? makeGroupCode() : null;
    else if (field === "parent") {
      const parent = result.data ? await findGroup(database, access.realm, String(result.data)) : null;
      if (result.data && parent?.organization.id !== organization.id) {
        wrong.push({ attribute: name, reason: formMessages.incorrectFormat });
      } else columns.parentGroupId = parent?.id ?? null;
    } else if (!stored || result.data !== stored[field]) columns[field] = result.data;
  }
  if (wrong.length > 0) throw validationError(wrong, formMessages.formErrors);
  if (refused.length > 0) throw refuse(refused);
  return columns as GroupColumns;
}

/** Whether the country has what a field is for; taking a value away is always right. */
function isOffered(realm: Realm, field: keyof typeof fields, value: unknown): boolean {
  if (value === null) return true;
  if (field === "parent") return hasFeature(realm, "groupGroups");
  return field !== "ageFilter" || hasFeature(realm, "ageFilter");
}
