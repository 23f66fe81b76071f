import type { Access } from "~/services/.server/directory/access";
import type { Person } from "~/services/.server/directory/people/people-store";
import type { PlaceWrite } from "~/services/.server/directory/people/person-columns";
import { mayChangeAdministrators } from "~/services/.server/directory/permissions";
import type { PersonType } from "~/services/.server/directory/rules";
import { formMessages } from "~/services/contracts/form-messages";
import {
  groupsOfWord,
  groupWord,
  type ImportColumnId,
  joinList,
  splitList,
  yesNoOfWord,
} from "~/services/contracts/import-columns";
import { foldedName, type ImportOrganization, type ImportScope } from "./import-scope";
import type { ManagedPlaces, RosterCells, RosterPart, RowChange } from "./roster-row";

/**
 * Schools and groups of a row. A filled cell lists all of them within the import's organisations: the person leaves the others.
 * An empty cell changes nothing. Places elsewhere never change. A synchronised source affects only the schools and groups in its scope.
 * Pure.
 */

export type GroupPlan = { organizationId: number; name: string; id: number | null };

export type PlacesPlan = {
  write: PlaceWrite[];
  leave: number[];
  /** Groups to join; those without an id are created first. */
  join: GroupPlan[];
  leaveGroups: number[];
  changes: RowChange[];
};

/** Reports a problem with a cell. */
type Report = (column: ImportColumnId, reason: string) => void;

export function planPlaces(
  cells: RosterCells,
  {
    person,
    type,
    scope,
    access,
    report,
    roster,
    managed,
  }: {
    person: Person | null;
    type: PersonType;
    roster?: RosterPart | undefined;
    /** null: all schools of the import, and all their groups. */
    managed: ManagedPlaces | null;
    scope: ImportScope;
    access: Access;
    report: Report;
  },
): PlacesPlan {
  const held = (person?.places ?? []).filter(({ id }) => scope.organizations.has(id));
  let isUnknown = false;
  const reportPlace: Report = (column, reason) => {
    isUnknown ||= reason === formMessages.unknownOrganization;
    report(column, reason);
  };
  const named = roster
    ? (roster.organizations?.flatMap((id) => scope.organizations.get(id) ?? []) ?? null)
    : wantedOrganizations(cells, scope, reportPlace);
  const unmanaged = held.filter(({ id }) => managed && !managed.organizations.has(id));
  const wanted = named && [...new Set([...named, ...unmanaged.flatMap(({ id }) => scope.organizations.get(id) ?? [])])];
  // With an unknown school neither the classes nor the places to leave can be determined.
  if (isUnknown) return { write: [], leave: [], join: [], leaveGroups: [], changes: [] };
  const organizations =
    wanted ?? (person ? held.map(({ id }) => scope.organizations.get(id) ?? scope.home) : [scope.home]);
  const admins = wantedAdmins(cells, organizations, report);
  const write: PlaceWrite[] = [];
  const administered: number[] = [];
  const changes: RowChange[] = [];
  for (const [index, { id }] of organizations.entries()) {
    const place = held.find((each) => each.id === id);
    const admin = admins?.[index] ?? place?.admin ?? false;
    if (admin && type !== "employee") report("administrator", formMessages.staffOnly);
    else if (admin !== (place?.admin ?? false) && !mayChangeAdministrators(access))
      report("administrator", formMessages.insufficientPermission);
    if (admin) administered.push(id);
    if (!place) write.push({ organizationId: id, admin });
    else if (place.admin !== admin) {
      const { active, addToSubSchools } = place;
      write.push({ organizationId: id, admin, active, addToSubSchools });
    }
  }
  const leave =
    wanted && person ? held.filter(({ id }) => !wanted.some((each) => each.id === id)).map(({ id }) => id) : [];
  const nameOf = (id: number) => scope.organizations.get(id)?.name ?? "";
  if (write.length + leave.length > 0 && (wanted || !person)) {
    const before = joinList(held.map(({ id }) => nameOf(id)));
    const after = joinList(organizations.map(({ id }) => nameOf(id)));
    if (before !== after) changes.push({ column: "organization", before: before || null, after });
  }
  const administeredBefore = held.filter(({ admin }) => admin).map(({ id }) => id);
  const isOne = organizations.length === 1 && held.length < 2;
  changes.push(...administratorChange(administeredBefore, administered, isOne ? null : nameOf));
  const groups = planGroups(cells, { person, organizations, leave, scope, report, roster, managed });
  return { write, leave, ...groups, changes: [...changes, ...groups.changes] };
}

/** @param nameOf null for a single school: the change then shows yes or no instead of school names */
function administratorChange(
  before: readonly number[],
  after: readonly number[],
  nameOf: ((id: number) => string) | null,
): RowChange[] {
  const textOf = (ids: readonly number[]) =>
    nameOf === null ? String(ids.length > 0) : joinList(ids.map(nameOf)) || null;
  const change = { column: "administrator", before: textOf(before), after: textOf(after) };
  return change.before === change.after ? [] : [change];
}

/** Organisations of a row, by school unit code, else by name; null if both cells are empty. */
function wantedOrganizations(cells: RosterCells, scope: ImportScope, report: Report): ImportOrganization[] | null {
  const codes = splitList(cells.organizationCode?.text ?? "");
  const names = splitList(cells.organization?.text ?? "");
  if (codes.every((code) => code === "") && names.every((name) => name === "")) return null;
  const matched: ImportOrganization[] = [];
  for (let place = 0; place < Math.max(codes.length, names.length); place += 1) {
    const [code = "", name = ""] = [codes[place], names[place]];
    if (code === "" && name === "") continue;
    const [one, ...others] = code === "" ? scope.named(name) : scope.coded(code);
    if (one && others.length === 0) {
      if (!matched.includes(one)) matched.push(one);
    } else report(code === "" ? "organization" : "organizationCode", formMessages.unknownOrganization);
  }
  return matched;
}

/** Yes or no for each school, in order; null if the cell is empty. */
function wantedAdmins(
  cells: RosterCells,
  organizations: readonly ImportOrganization[],
  report: Report,
): (boolean | undefined)[] | null {
  const cell = cells.administrator;
  if (!cell || cell.text.trim() === "") return null;
  const words = splitList(cell.text);
  return organizations.map((_, place) => {
    const word = words[place] ?? (words.length === 1 ? words[0] : "");
    if (!word) return undefined;
    const read = yesNoOfWord(word);
    if (read === null) report("administrator", formMessages.yesOrNo);
    return read ?? undefined;
  });
}

type GroupsOf = {
  person: Person | null;
  organizations: readonly ImportOrganization[];
  /** Ids of organisations that the person leaves, and therefore also their groups. */
  leave: readonly number[];
  scope: ImportScope;
  report: Report;
  roster: RosterPart | undefined;
  managed: ManagedPlaces | null;
};

function planGroups(
  cells: RosterCells,
  { person, organizations, leave, scope, report, roster, managed }: GroupsOf,
): Pick<PlacesPlan, "join" | "leaveGroups" | "changes"> {
  const held = (person?.groups ?? []).filter(({ organizationId }) =>
    organizations.some(({ id }) => id === organizationId),
  );
  const left = (person?.groups ?? []).filter(({ organizationId }) => leave.includes(organizationId));
  const words = splitList(cells.groups?.text ?? "").filter((word) => word !== "");
  const idsOf = (groups: typeof held) =>
    groups.flatMap(({ organizationId, name }) => scope.group(organizationId, name)?.id ?? []);
  const isOne = organizations.length === 1 && left.length === 0;
  const wordOf = ({ organizationId, name }: { organizationId: number; name: string }) =>
    groupWord(name, isOne ? undefined : scope.organizations.get(organizationId)?.name);
  const changeTo = (after: readonly { organizationId: number; name: string }[]): RowChange[] => [
    {
      column: "groups",
      before: joinList([...held, ...left].map(wordOf)) || null,
      after: joinList(after.map(wordOf)) || null,
    },
  ];
  if (words.length === 0 && !roster) {
    return { join: [], leaveGroups: idsOf(left), changes: left.length > 0 ? changeTo(held) : [] };
  }
  const wanted: GroupPlan[] = [];
  const read: (GroupPlan | null)[] = roster
    ? rosterGroups(roster, scope).filter(({ organizationId }) => organizations.some(({ id }) => id === organizationId))
    : words.map((word) => readGroup(word, organizations, scope));
  if (organizations.length === 0 && read.length > 0) report("groups", formMessages.notAtSchool);
  else if (read.includes(null)) report("groups", formMessages.incorrectFormat);
  for (const group of read) {
    if (group !== null && !wanted.some((each) => isSame(each, group))) wanted.push(group);
  }
  for (const group of held) {
    const id = scope.group(group.organizationId, group.name)?.id ?? null;
    const isLeft = roster?.left?.some((each) => isSame({ ...each, id: null }, { ...group, id: null }));
    const isRetained = roster?.left ? !isLeft : managed !== null && id !== null && !managed.groups.has(id);
    if (isRetained && !wanted.some((each) => isSame(each, group))) wanted.push({ ...group, id });
  }
  const heldIds = idsOf(held);
  const join = wanted.filter(({ id }) => id === null || !heldIds.includes(id));
  const leaveGroups = [...heldIds.filter((id) => !wanted.some((each) => each.id === id)), ...idsOf(left)];
  return { join, leaveGroups, changes: join.length + leaveGroups.length > 0 ? changeTo(wanted) : [] };
}

function rosterGroups({ groups }: RosterPart, scope: ImportScope): GroupPlan[] {
  return groups.map(({ organizationId, name }) => {
    const existing = scope.group(organizationId, name);
    return { organizationId, name: existing?.name ?? name, id: existing?.id ?? null };
  });
}

/** An existing group in one of the person's schools; else a new one in the named school, or in the first. */
function readGroup(word: string, organizations: readonly ImportOrganization[], scope: ImportScope): GroupPlan | null {
  for (const { organization, group } of groupsOfWord(word)) {
    const schools = organization
      ? organizations.filter(({ name }) => foldedName(name) === foldedName(organization))
      : organizations;
    for (const { id } of schools) {
      const existing = scope.group(id, group);
      if (existing) return { organizationId: id, name: existing.name, id: existing.id };
    }
  }
  const named = groupsOfWord(word).findLast(({ organization }) =>
    organizations.some(({ name }) => organization !== undefined && foldedName(name) === foldedName(organization)),
  );
  const school = named
    ? organizations.find(({ name }) => foldedName(name) === foldedName(named.organization ?? ""))
    : organizations[0];
  const name = (named?.group ?? word).trim();
  if (!school || name === "" || name.length > 255) return null;
  return { organizationId: school.id, name, id: null };
}

function isSame(one: GroupPlan, other: GroupPlan): boolean {
  return one.organizationId === other.organizationId && foldedName(one.name) === foldedName(other.name);
}
