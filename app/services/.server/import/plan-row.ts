import {
  type Access,
  permissionContextOf,
  relationToOrganization,
  visiblePlaces,
} from "~/services/.server/directory/access";
import type { Person, PersonColumns } from "~/services/.server/directory/people/people-store";
import { attributeLevel, mayOnOrganization, type PermissionContext } from "~/services/.server/directory/permissions";
import { hasAttribute, type PersonType, splitName } from "~/services/.server/directory/rules";
import { formMessages } from "~/services/contracts/form-messages";
import { type ImportColumnId, importColumnIds, joinList } from "~/services/contracts/import-columns";
import { folded, type PlanContext, type School, type SchoolGroup } from "./plan-context";
import type { Mistake, RosterAttribute, RosterCells, RosterRow, RosterValue } from "./roster";

/** What one row of a roster changes, compared with the person whom it means. Pure. */

export type Change = { column: ImportColumnId; before: string | null; after: string | null };

export type RowPlan = {
  type: PersonType;
  columns: PersonColumns;
  places: { organizationId: number; admin: boolean }[];
  join: number[];
  /** Groups that are not there yet. */
  make: { organizationId: number; name: string }[];
  leave: number[];
  attributes: RosterAttribute[];
};

export type Planned = { plan: RowPlan; changes: Change[]; mistakes: Mistake[]; isForbidden: boolean };

const columnNames = { gsuiteid: "gsuiteId", gsuiteemail: "gsuiteEmail" } as const;
const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value));

export function planRow(context: PlanContext, row: RosterRow, cells: RosterCells, person: Person | null): Planned {
  const { access } = context;
  const type = person?.type ?? row.role ?? "student";
  const mistakes: Mistake[] = [];
  const wrong = (column: ImportColumnId, reason: string) =>
    mistakes.push({
      column,
      address: cells[column]?.address ?? null,
      value: cells[column]?.text ?? null,
      reason,
      people: [],
    });
  const changes: Change[] = [];
  const plan: RowPlan = { type, columns: {}, places: [], join: [], make: [], leave: [], attributes: [] };
  if (row.role && person && row.role !== person.type) wrong("role", formMessages.otherType);
  if (!row.role && !person && !row.mistakes.some(({ column }) => column === "role"))
    wrong("role", formMessages.typeRequired);
  const permissions = person ? permissionContextOf(access, person) : newcomer(access, type);
  let isForbidden = false;
  const values = { ...row.values, ...nameFollows(row.values, person) };
  if (!person) {
    if (
      !values.name &&
      !row.mistakes.some(({ column }) => column === "firstName" || column === "lastName" || column === "name")
    )
      wrong("firstName", formMessages.required);
    if (!values.username && !row.mistakes.some(({ column }) => column === "username"))
      wrong("username", formMessages.required);
  }
  for (const [attribute, value] of Object.entries(values) as [RosterAttribute, RosterValue][]) {
    const name = columnNames[attribute as keyof typeof columnNames] ?? attribute;
    const before = person ? storedValue(person, attribute) : null;
    if (value === before || (!value && !before && typeof value !== "number")) continue;
    const level = attributeLevel(permissions, attribute);
    if (level.editable === 0) {
      if (!hasAttribute(type, attribute)) wrong(attribute, formMessages.incorrectFormat);
      else if (level.needsSecureLogin) wrong(attribute, formMessages.secureLogin);
      else if (person) isForbidden = true;
      else wrong(attribute, formMessages.insufficientPermission);
    }
    (plan.columns as Record<string, RosterValue>)[name] = value;
    plan.attributes.push(attribute);
    if (attribute in row.values || !person)
      changes.push({ column: attribute, before: textOf(before), after: textOf(value) });
  }
  planPlaces({ context, row, person, plan, changes, wrong });
  changes.sort((one, other) => importColumnIds.indexOf(one.column) - importColumnIds.indexOf(other.column));
  if (person && changes.length > 0 && attributeLevel(permissions, "name").editable === 0) isForbidden = true;
  return { plan, changes, mistakes, isForbidden };
}

function newcomer(access: Access, type: PersonType): PermissionContext {
  const relation = access.isSuper ? "super" : "administrator";
  const rank = type === "employee" ? 2 : 1;
  return {
    realm: access.realm,
    relation,
    callerRank: access.rank,
    isSecure: access.isSecure,
    isActing: access.actorUid !== null,
    type,
    rank,
    isShared: false,
  };
}

function storedValue(person: Person, attribute: RosterAttribute): unknown {
  const split = splitName(person.name);
  if (attribute === "firstName") return person.firstName ?? split.firstName;
  if (attribute === "lastName") return person.lastName ?? (person.firstName === null ? split.lastName : null);
  return person[(columnNames[attribute as keyof typeof columnNames] ?? attribute) as keyof Person];
}

/** The name follows its parts, and the parts the name, where the roster has only the one. */
function nameFollows(values: RosterRow["values"], person: Person | null): RosterRow["values"] {
  const first = values.firstName === undefined ? (person ? storedValue(person, "firstName") : null) : values.firstName;
  const last = values.lastName === undefined ? (person ? storedValue(person, "lastName") : null) : values.lastName;
  const isChanged = (name: "firstName" | "lastName") =>
    values[name] !== undefined && (!person || values[name] !== storedValue(person, name));
  if (values.name === undefined) {
    const isMade = isChanged("firstName") || isChanged("lastName");
    return isMade ? { name: [first, last].filter(Boolean).join(" ") } : {};
  }
  if (values.firstName !== undefined || values.lastName !== undefined || typeof values.name !== "string") return {};
  const isOfName = !person || person.firstName === null || joined(person) === person.name;
  return person?.name === values.name || !isOfName ? {} : splitName(values.name);
}

const joined = ({ firstName, lastName }: Person) => [firstName, lastName].filter(Boolean).join(" ");

type PlacesInput = {
  context: PlanContext;
  row: RosterRow;
  person: Person | null;
  plan: RowPlan;
  changes: Change[];
  wrong(column: ImportColumnId, reason: string): void;
};

type Place = Pick<School, "id" | "name"> & { admin: boolean; isNew: boolean };

function planPlaces({ context, row, person, plan, changes, wrong }: PlacesInput): void {
  const held = person ? visiblePlaces(context.access, person) : [];
  const places: Place[] = [];
  const schools = row.schools ?? defaultSchools(context, held);
  for (const [at, { name, code }] of schools.entries()) {
    const own = held.find((place) => matches(context, place, { name, code }));
    const school = own ?? findSchool(context.schools, { name, code });
    if (!school) {
      wrong(code ? "organizationCode" : "organization", formMessages.unknownOrganization);
      continue;
    }
    const admin = row.administrators[at] ?? own?.admin ?? false;
    if (admin !== (own?.admin ?? false)) {
      if (plan.type !== "employee") wrong("administrator", formMessages.incorrectFormat);
      else if (context.access.rank <= 3) wrong("administrator", formMessages.insufficientPermission);
      else changes.push({ column: "administrator", before: String(own?.admin ?? false), after: String(admin) });
    }
    places.push({ id: school.id, name: school.name, admin, isNew: !own });
    if (!own || own.admin !== admin) plan.places.push({ organizationId: school.id, admin });
  }
  const added = places.filter(({ isNew }) => isNew);
  if (added.length > 0) {
    const before = held.map(({ name }) => name);
    const after = joinList([...before, ...added.map(({ name }) => name)]);
    changes.push({ column: "organization", before: before.length ? joinList(before) : null, after });
  }
  if (row.groups) planGroups({ context, row, person, plan, changes, wrong }, places);
}

/** Where somebody goes whose row says no school: nowhere new for whoever is at one already. */
function defaultSchools(context: PlanContext, held: Person["places"]): NonNullable<RosterRow["schools"]> {
  const inside = new Set(context.schools.map(({ id }) => id));
  const own = held.filter(({ id }) => inside.has(id));
  if (own.length > 0)
    return own.map(({ name, id }) => ({
      name,
      code: context.schools.find((school) => school.id === id)?.code ?? null,
    }));
  const school = context.schools.find(({ id }) => id === context.organizationId);
  return school ? [{ name: school.name, code: school.code }] : [];
}

function matches(
  context: PlanContext,
  place: Person["places"][number],
  { name, code }: { name: string | null; code: string | null },
) {
  const school = context.schools.find(({ id }) => id === place.id);
  if (code !== null && school?.code) return folded(school.code) === folded(code);
  return name !== null && folded(place.name) === folded(name);
}

/** By code, else by a name that is one school's alone. */
function findSchool(
  schools: School[],
  { name, code }: { name: string | null; code: string | null },
): School | undefined {
  if (code !== null) return schools.find((school) => school.code !== null && folded(school.code) === folded(code));
  const named = schools.filter((school) => name !== null && folded(school.name) === folded(name));
  return named.length === 1 ? named[0] : undefined;
}

function planGroups({ context, row, person, plan, changes, wrong }: PlacesInput, places: Place[]): void {
  const held = person?.groups ?? [];
  const mine = new Set(held.map(({ uid }) => uid));
  const named: SchoolGroup[] = [];
  const added: string[] = [];
  for (const readings of row.groups ?? []) {
    const own = held.find(({ name, organizationId }) =>
      readings.some(
        ({ group, organization }) =>
          folded(group) === folded(name) && isOf(context, organizationId, organization, person),
      ),
    );
    const found = own ? context.groupByUid.get(own.uid) : findGroup(context, readings, places);
    if (own && !found) continue;
    if (found) {
      named.push(found);
      if (mine.has(found.uid)) continue;
      plan.join.push(found.id);
      added.push(found.name);
      continue;
    }
    const reading = readings.find(({ organization }) =>
      places.some(({ name }) => organization !== undefined && folded(name) === folded(organization)),
    );
    const place = reading ? places.find(({ name }) => folded(name) === folded(reading.organization ?? "")) : places[0];
    const name = (reading ?? readings[0])?.group ?? "";
    const mayMake =
      place &&
      context.schools.some(
        (school) =>
          school.id === place.id && mayOnOrganization(relationToOrganization(context.access, school), "CreateGroup"),
      );
    if (!mayMake || name.length > 255) {
      wrong("groups", formMessages.incorrectFormat);
      continue;
    }
    plan.make.push({ organizationId: place.id, name });
    added.push(name);
  }
  // Who comes to 5A leaves 4A, not the choir: the others of that kind at that school.
  const joinedKinds = new Set([
    ...named.map(({ organizationId, type }) => `${organizationId} ${type}`),
    ...plan.make.map(({ organizationId }) => `${organizationId} class`),
  ]);
  const stays = new Set(named.map(({ uid }) => uid));
  const left = held.flatMap(({ uid }) => {
    const group = context.groupByUid.get(uid);
    return group && !stays.has(uid) && joinedKinds.has(`${group.organizationId} ${group.type}`) ? [group] : [];
  });
  if (added.length + left.length === 0) return;
  plan.leave = left.map(({ id }) => id);
  const gone = new Set(left.map(({ uid }) => uid));
  const before = held.map(({ name }) => name);
  const after = [...held.filter(({ uid }) => !gone.has(uid)).map(({ name }) => name), ...added];
  changes.push({ column: "groups", before: before.length ? joinList(before) : null, after: joinList(after) });
}

function isOf(
  context: PlanContext,
  organizationId: number,
  organization: string | undefined,
  person: Person | null,
): boolean {
  if (organization === undefined) return true;
  const place =
    person?.places.find(({ id }) => id === organizationId) ?? context.schools.find(({ id }) => id === organizationId);
  return place !== undefined && folded(place.name) === folded(organization);
}

function findGroup(
  context: PlanContext,
  readings: { organization?: string; group: string }[],
  places: Place[],
): SchoolGroup | undefined {
  for (const { organization, group } of readings) {
    for (const { id, name } of places) {
      if (organization !== undefined && folded(name) !== folded(organization)) continue;
      const found = context.groupOf(id, group);
      if (found) return found;
    }
  }
  return undefined;
}
