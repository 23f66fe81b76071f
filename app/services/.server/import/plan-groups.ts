import type { Person } from "~/services/.server/directory/people/people-store";
import { formMessages } from "~/services/contracts/form-messages";
import {
  groupSeparator,
  groupsOfWord,
  groupWord,
  type ImportColumnId,
  joinList,
  splitList,
} from "~/services/contracts/import-columns";
import type { Import } from "~/services/contracts/import-entity";
import { nameField } from "~/services/contracts/person-fields";
import { allowedNames, foldedName, type ImportOrganization, type ImportScope, spacelessName } from "./import-scope";
import type { GroupChoices, ManagedPlaces, RosterCells, RosterPart, RowChange } from "./roster-row";

/** Groups of a row: which it names, and which the person joins and leaves. docs/decisions/0066-places-in-imports.md. Pure. */

export type GroupPlan = { organizationId: number; name: string; id: number | null };

/** A group of the file that its school does not have under that name. */
export type UnknownGroup = {
  organizationId: number;
  name: string;
  isSchoolNamed: boolean;
  /** Ids of the row's schools that have the group, if there are several: the row leaves open which one is meant. Else empty. */
  schools: readonly number[];
  doubt: NameDoubt | null;
};

/** A cell with the name of a group that a spreadsheet may have changed. */
export type NameDoubt = NonNullable<Import["groupQuestions"][number]["doubt"]>;

/** The key of a group's name at an organisation, or at several schools of which a row leaves open which one is meant. */
export function groupKey({
  organizationId,
  name,
  schools = [],
}: { organizationId: number; name: string } & Partial<Pick<UnknownGroup, "schools">>): string {
  return `${schools.length > 0 ? schools.join("+") : organizationId} ${spacelessName(name)}`;
}

/** Reports a problem with a cell. @param allowed the values that are allowed */
export type Report = (column: ImportColumnId, reason: string, allowed?: string[]) => void;

type ReadGroups = {
  groups: GroupPlan[];
  unknown: UnknownGroup[];
  /** Whether the row says which groups the person has. */
  isFilled: boolean;
  /** Ids of the schools that the cell of groups names, as `School > 1A`. */
  schools: readonly number[];
  /** Whether every group of the cell has its school. */
  isEachWithSchool: boolean;
};

type GroupsOf = {
  person: Person | null;
  organizations: readonly ImportOrganization[];
  named: readonly ImportOrganization[] | null;
  /** Ids of organisations that the person leaves, and therefore also their groups. */
  leave: readonly number[];
  scope: ImportScope;
  roster: RosterPart | undefined;
  managed: ManagedPlaces | null;
  read: ReadGroups;
};

/** The groups that a person joins and leaves, and the change that the preview shows. */
export function planGroups({ person, organizations, named, leave, scope, roster, managed, read }: GroupsOf): {
  join: GroupPlan[];
  leaveGroups: number[];
  changes: RowChange[];
} {
  const held = (person?.groups ?? []).filter(({ organizationId }) =>
    organizations.some(({ id }) => id === organizationId),
  );
  const left = (person?.groups ?? []).filter(({ organizationId }) => leave.includes(organizationId));
  const isOne = organizations.length === 1 && left.length === 0;
  const wordOf = ({ organizationId, name }: { organizationId: number; name: string }) =>
    groupWord(name, isOne ? undefined : scope.organizations.get(organizationId)?.name);
  const wanted: GroupPlan[] = [];
  for (const group of read.groups) if (!wanted.some((each) => isSame(each, group))) wanted.push(group);
  const replaced = schoolsToReplace({ named, organizations, read, scope });
  const isRetained = (group: (typeof held)[number]) => {
    if (!read.isFilled) return true;
    if (roster?.left)
      return !roster.left.some(
        (each) => foldedName(each.name) === foldedName(group.name) && each.organizationId === group.organizationId,
      );
    if (managed) return !managed.groups.has(group.id);
    return scope.groupById(group.id)?.type !== "class" || !replaced.has(group.organizationId);
  };
  const after = [...wanted];
  for (const group of held) {
    if (isRetained(group) && !after.some((each) => isSame(each, group))) after.push(group);
  }
  const join = wanted.filter(({ id }) => id === null || !held.some((group) => group.id === id));
  const leaving = [...held.filter((group) => !after.some((each) => each.id === group.id)), ...left];
  if (join.length + leaving.length === 0) return { join, leaveGroups: [], changes: [] };
  const change = {
    column: "groups",
    before: joinList([...held, ...left].map(wordOf)) || null,
    after: joinList(after.map(wordOf)) || null,
    ...(leaving.length > 0 ? { left: leaving.map(wordOf) } : {}),
  };
  return { join, leaveGroups: leaving.map(({ id }) => id), changes: [change] };
}

/**
 * Ids of the schools whose classes a filled cell replaces: those that the row names, in the cell of schools or beside a group; for groups
 * without a school the import's own, else those that have the groups. A cell that leaves open which of several named schools has a group
 * does not list the classes of each.
 */
function schoolsToReplace({
  named,
  organizations,
  read,
  scope,
}: Pick<GroupsOf, "named" | "organizations" | "scope" | "read">): Set<number> {
  if (named && (named.length === 1 || read.isEachWithSchool))
    return new Set([...named.map(({ id }) => id), ...read.schools]);
  if (named) return new Set(read.groups.map(({ organizationId }) => organizationId));
  if (read.isEachWithSchool) return new Set(read.schools);
  const isHome = organizations.some(({ id }) => id === scope.home.id);
  return new Set(isHome ? [scope.home.id, ...read.schools] : read.groups.map(({ organizationId }) => organizationId));
}

/** The groups that a synchronised source names. */
export function groupsOfRoster(
  { groups }: RosterPart,
  organizations: readonly ImportOrganization[],
  scope: ImportScope,
): ReadGroups {
  const read = groups
    .filter(({ organizationId }) => organizations.some(({ id }) => id === organizationId))
    .map(({ organizationId, name }) => {
      const existing = scope.group(organizationId, name);
      return { organizationId, name: existing?.name ?? name, id: existing?.id ?? null };
    });
  return { groups: read, unknown: [], isFilled: true, schools: [], isEachWithSchool: false };
}

/**
 * The groups that a row of a workbook names, by the choices about those that its schools do not have. A school of the import that stands
 * beside a class, as `School > 1A`, is named by the row like one in the column of schools.
 */
export function groupsOfRow(
  cells: RosterCells,
  {
    named,
    organizations,
    person,
    scope,
    groupChoices,
    doubt,
    report,
  }: Pick<GroupsOf, "named" | "organizations" | "person" | "scope"> & {
    groupChoices: GroupChoices;
    doubt: NameDoubt | null;
    report: Report;
  },
): ReadGroups {
  const words = splitList(cells.groups?.text ?? "").filter((word) => word !== "");
  const beside = words.flatMap((word) => schoolBeside(word, organizations, scope) ?? []);
  const schools = [...organizations, ...beside.filter((each) => !organizations.includes(each))];
  const groups: GroupPlan[] = [];
  const unknown: UnknownGroup[] = [];
  let ignored = 0;
  if (words.length > 0 && organizations.length === 0) report("groups", formMessages.notAtSchool);
  for (const word of organizations.length === 0 ? [] : words) {
    const several = severalSchools(word, named ?? organizations, person, scope);
    const isOpen = several.length > 0;
    const existing = isOpen ? null : existingGroup(word, { organizations, schools, named }, person, scope);
    if (existing) {
      groups.push(existing);
      continue;
    }
    const made = isOpen
      ? { organizationId: (named?.[0] ?? scope.home).id, name: word, isSchoolNamed: false, schools: several }
      : unknownGroup(word, { organizations, schools, named }, scope);
    if ("reason" in made) {
      report("groups", made.reason, made.allowed);
      continue;
    }
    unknown.push({ ...made, doubt });
    const choice = groupChoices.get(groupKey(made)) ?? null;
    if (choice === "none") {
      ignored += 1;
      continue;
    }
    const chosen = typeof choice === "number" ? scope.groupById(choice) : null;
    if (typeof choice === "number" && !chosen) report("groups", formMessages.gone);
    groups.push(chosen ? planOf(chosen) : { organizationId: made.organizationId, name: made.name, id: null });
  }
  // A cell whose words all stand for no group changes nothing, like an empty one.
  const isEachWithSchool = words.length > 0 && beside.length === words.length;
  const besideIds = beside.map(({ id }) => id);
  return { groups, unknown, isFilled: words.length > ignored, schools: besideIds, isEachWithSchool };
}

const planOf = ({ organizationId, name, id }: GroupPlan): GroupPlan => ({ organizationId, name, id });

/** Ids of the row's schools that have the group, if there are several, none of them is the import's own, and the person is in none of the groups. */
function severalSchools(
  word: string,
  organizations: readonly ImportOrganization[],
  person: Person | null,
  scope: ImportScope,
): number[] {
  if (schoolBeside(word, organizations, scope) || organizations.some(({ id }) => id === scope.home.id)) return [];
  const found = organizations.flatMap(({ id }) => scope.group(id, word) ?? []);
  if (found.length < 2 || found.some(({ id }) => person?.groups.some((held) => held.id === id))) return [];
  return found.map(({ organizationId }) => organizationId).sort((one, other) => one - other);
}

/** The school that a word of the cell of groups names, as `School > 1A`: one of the row's, else the only one of the import with that name. */
function schoolBeside(
  word: string,
  organizations: readonly ImportOrganization[],
  scope: ImportScope,
): ImportOrganization | undefined {
  for (const { organization } of groupsOfWord(word)) {
    if (!organization) continue;
    const own = organizations.find(({ name }) => foldedName(name) === foldedName(organization));
    const [one, ...others] = scope.named(organization);
    const found = own ?? (others.length === 0 ? one : undefined);
    if (found) return found;
  }
  return undefined;
}

/** Schools of a row. */
type RowSchools = {
  /** Those that the row names, else those of the person. */
  organizations: readonly ImportOrganization[];
  /** The same, and those that stand beside a group. */
  schools: readonly ImportOrganization[];
  /** Those in the column of schools; null without any. */
  named: readonly ImportOrganization[] | null;
};

/** An existing group of the row's schools; also one that the person has elsewhere, but no class where the row names its school. */
function existingGroup(
  word: string,
  { organizations, schools, named }: RowSchools,
  person: Person | null,
  scope: ImportScope,
): GroupPlan | null {
  const isHome = ({ id }: ImportOrganization) => id === scope.home.id;
  const own = named ?? [...organizations.filter(isHome), ...organizations.filter((each) => !isHome(each))];
  for (const { organization, group } of groupsOfWord(word)) {
    const isMeant = ({ name }: ImportOrganization) => !organization || foldedName(name) === foldedName(organization);
    for (const { id } of (organization ? schools : own).filter(isMeant)) {
      const existing = scope.group(id, group);
      if (existing) return planOf(existing);
    }
    for (const { id } of schools.filter(isMeant)) {
      const existing = scope.group(id, group);
      const isOtherClass = named !== null && !organization && existing?.type === "class";
      if (existing && !isOtherClass && person?.groups.some((held) => held.id === existing.id)) return planOf(existing);
    }
  }
  return null;
}

/** A group to create in the school that the word names, or in the first; or why it cannot be created, and the schools that are allowed. */
function unknownGroup(
  word: string,
  { organizations, schools, named: column }: RowSchools,
  scope: ImportScope,
): Omit<UnknownGroup, "doubt"> | { reason: string; allowed?: string[] } {
  const isMeant = (organization: string | undefined) => (each: ImportOrganization) =>
    organization !== undefined && foldedName(each.name) === foldedName(organization);
  const named = groupsOfWord(word).findLast(({ organization }) => schools.some(isMeant(organization)));
  if (!named && word.includes(groupSeparator))
    return { reason: formMessages.unknownOrganization, allowed: allowedNames(scope) };
  const school = named ? schools.find(isMeant(named.organization)) : organizations[0];
  const name = nameField.safeParse(named?.group ?? word);
  if (!school) return { reason: formMessages.incorrectFormat };
  if (!name.success) return { reason: name.error.issues[0]?.message ?? formMessages.incorrectFormat };
  const isSchoolNamed = column !== null || named !== undefined;
  return { organizationId: school.id, name: name.data, isSchoolNamed, schools: [] };
}

function isSame(one: GroupPlan, other: GroupPlan): boolean {
  return one.organizationId === other.organizationId && foldedName(one.name) === foldedName(other.name);
}
