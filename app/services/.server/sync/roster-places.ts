import { foldedName, type ImportScope } from "~/services/.server/import/import-scope";
import type { ManagedPlaces, RosterCells, RosterGroupName, RosterPart } from "~/services/.server/import/roster-row";
import type { SyncSettings } from "~/services/contracts/sync";
import type { Roster, RosterGroup, RosterOrganization, RosterPerson } from "./roster/roster";

/** Matches a source's schools and classes to ours. docs/product/control-panel.md#sync. Pure. */

export type RosterPlaces = {
  /** Our organisations by the source's id. */
  organizations: ReadonlyMap<string, number>;
  groups: ReadonlyMap<string, RosterGroupName>;
  managed: ManagedPlaces;
  /** Names of schools without a match. */
  unknown: string[];
};

type RosterParts = { organizations: readonly RosterOrganization[]; groups: readonly RosterGroup[] };

/** Merges a delta into the previous roster: a delta names earlier schools and classes by their ids only. */
export function mergedRoster(
  before: RosterParts,
  now: RosterParts,
): { organizations: RosterOrganization[]; groups: RosterGroup[] } {
  const merge = <Item extends { sourceId: string }>(old: readonly Item[], fresh: readonly Item[]) => [
    ...new Map([...old, ...fresh].map((each) => [each.sourceId, each])).values(),
  ];
  return {
    organizations: merge(before.organizations, now.organizations),
    groups: merge(before.groups, now.groups),
  };
}

/** @param knownGroups ids of groups that the sync has added people to before */
export function placesOfRoster(
  { organizations, groups }: RosterParts,
  scope: ImportScope,
  organizationMap: SyncSettings["organizationMap"],
  knownGroups: readonly number[],
): RosterPlaces {
  const ours = organizationsOf(organizations, scope, organizationMap);
  const names = new Map<string, RosterGroupName>();
  for (const { sourceId, name, organizationSourceId } of groups) {
    const organizationId = ours.get(organizationSourceId);
    const text = name.trim().slice(0, 255);
    if (organizationId !== undefined && text !== "") names.set(sourceId, { organizationId, name: text });
  }
  const managed = new Set(knownGroups);
  for (const { organizationId, name } of names.values()) {
    const id = scope.group(organizationId, name)?.id;
    if (id !== undefined) managed.add(id);
  }
  return {
    organizations: ours,
    groups: names,
    managed: { organizations: new Set(ours.values()), groups: managed },
    unknown: organizations.filter(({ sourceId }) => !ours.has(sourceId)).map(({ name }) => name),
  };
}

/** Ids of our groups for the source's classes, as far as they exist. */
export function groupIdsOf(
  classes: Iterable<string>,
  { groups }: Pick<RosterPlaces, "groups">,
  scope: ImportScope,
): number[] {
  return [...classes].flatMap((sourceId) => {
    const named = groups.get(sourceId);
    return (named && scope.group(named.organizationId, named.name)?.id) ?? [];
  });
}

/**
 * Matches by the organisation's map, else by school unit code, else by a unique name. A single top organisation of the source matches the
 * sync's own organisation if it has schools below it, or if the scope contains no other organisation.
 */
function organizationsOf(
  organizations: readonly RosterOrganization[],
  scope: ImportScope,
  organizationMap: SyncSettings["organizationMap"],
): Map<string, number> {
  const byUid = new Map([...scope.organizations.values()].map(({ id, uid }) => [uid, id]));
  const mapped = new Map(
    organizationMap.flatMap(({ uid, externalId }) => {
      const id = byUid.get(uid.toLowerCase());
      return id === undefined ? [] : [[foldedName(externalId), id] as const];
    }),
  );
  const tops = organizations.filter(
    ({ parentSourceId }) => !organizations.some(({ sourceId }) => sourceId === parentSourceId),
  );
  const top = tops.length === 1 ? tops[0]?.sourceId : undefined;
  const isOwn = scope.organizations.size === 1 || organizations.some(({ parentSourceId }) => parentSourceId === top);
  const organizationIds = new Map<string, number>();
  for (const { sourceId, name, unitCode } of organizations) {
    const byMap = mapped.get(foldedName(sourceId)) ?? (unitCode ? mapped.get(foldedName(unitCode)) : undefined);
    const id =
      byMap ??
      onlyOf(unitCode ? scope.coded(unitCode) : []) ??
      onlyOf(scope.named(name)) ??
      (isOwn && sourceId === top ? scope.home.id : undefined);
    if (id !== undefined) organizationIds.set(sourceId, id);
  }
  return organizationIds;
}

function onlyOf(matches: readonly { id: number }[]): number | undefined {
  return matches.length === 1 ? matches[0]?.id : undefined;
}

/** Classes that a person joined and left. */
export type ClassChanges = { joined: RosterGroupName[]; left: RosterGroupName[] };

/** Class changes by the person's source id; null if the roster lists all classes of its people. */
export function classChangesOf(
  { enrollmentChanges }: Pick<Roster, "enrollmentChanges">,
  { groups }: RosterPlaces,
): Map<string, ClassChanges> | null {
  if (!enrollmentChanges) return null;
  const changes = new Map<string, ClassChanges>();
  for (const { personSourceId, groupSourceId, isGone } of enrollmentChanges) {
    const group = groups.get(groupSourceId);
    if (!group) continue;
    const of = changes.get(personSourceId) ?? { joined: [], left: [] };
    (isGone ? of.left : of.joined).push(group);
    changes.set(personSourceId, of);
  }
  return changes;
}

const roles = { students: "student", employees: "employee", guardians: "guardian" } as const;

/**
 * The cells and places of a person; null if no school of the person is matched.
 * @param keepsSchools whether the person leaves no school
 */
export function rowOfPerson(
  person: RosterPerson,
  { organizations, groups }: RosterPlaces,
  known: { uid: string; isDeleted: boolean } | undefined,
  changes: ClassChanges | null,
  keepsSchools: boolean,
): { cells: RosterCells; roster: RosterPart } | null {
  const named = person.groups.flatMap(({ sourceId }) => groups.get(sourceId) ?? []);
  const places = new Set([
    ...person.organizations.flatMap((id) => organizations.get(id) ?? []),
    ...named.map(({ organizationId }) => organizationId),
  ]);
  if (places.size === 0) return null;
  const cells: RosterCells = {};
  const write = (column: keyof RosterCells, text: string | null | undefined) => {
    if (text) cells[column] = { address: null, text };
  };
  write("uid", known && !known.isDeleted ? known.uid : null);
  write("externalId", person.externalId);
  write("username", person.username);
  for (const [column, text] of nameCells(person)) write(column, text);
  write("email", person.email);
  write("role", roles[person.kind]);
  return {
    cells,
    roster: {
      sourceId: person.sourceId,
      ifNew: person.username ? {} : { username: { address: null, text: usernameOf(person) } },
      organizations: [...places],
      groups: named,
      left: changes?.left ?? null,
      ...(keepsSchools && { keepsSchools }),
      isGone: false,
      returning: known?.isDeleted ? known.uid : null,
    },
  };
}

/**
 * Uses the source's own split into first and last name, because both may have several words. A part that the source leaves empty is not
 * written, so that a person who has it keeps it.
 */
function nameCells({ name, familyName }: RosterPerson): ["name" | "firstName" | "lastName", string][] {
  if (familyName === null) return [["name", name]];
  return [
    ["firstName", name.slice(0, name.length - familyName.length).trim()],
    ["lastName", familyName],
  ];
}

/** Username for a person whose source provides none. */
function usernameOf({ email, externalId, sourceId }: RosterPerson): string {
  return (email ?? externalId ?? sourceId).replace(/[^\p{L}\p{M}\p{N}._@+-]+/gu, "-");
}
