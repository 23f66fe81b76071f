import type { Access } from "~/services/.server/directory/access";
import type { Person, PlaceWrite } from "~/services/.server/directory/people/people-store";
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
import type { RosterCells, RowChange } from "./roster-row";

/**
 * Schools and groups of a row. A filled cell says all of them within the import's organisations: what it does not name is left there.
 * An empty cell leaves them alone. Places elsewhere are never touched. Pure.
 */

export type GroupPlan = { organizationId: number; name: string; id: number | null };

export type PlacesPlan = {
  write: PlaceWrite[];
  leave: number[];
  /** Groups to join; without an id they are made first. */
  join: GroupPlan[];
  leaveGroups: number[];
  changes: RowChange[];
};

/** Reports a cell that does not hold. */
type Report = (column: ImportColumnId, reason: string) => void;

export function planPlaces(
  cells: RosterCells,
  {
    person,
    type,
    scope,
    access,
    report,
  }: {
    person: Person | null;
    type: PersonType;
    scope: ImportScope;
    access: Access;
    report: Report;
  },
): PlacesPlan {
  const held = (person?.places ?? []).filter(({ id }) => scope.organizations.has(id));
  const wanted = wantedOrganizations(cells, scope, report);
  const organizations =
    wanted ?? (person ? held.map(({ id }) => scope.organizations.get(id) ?? scope.home) : [scope.home]);
  const admins = wantedAdmins(cells, organizations, report);
  const write: PlaceWrite[] = [];
  const changes: RowChange[] = [];
  for (const [index, { id }] of organizations.entries()) {
    const place = held.find((each) => each.id === id);
    const admin = admins?.[index] ?? place?.admin ?? false;
    if (admin && type !== "employee") report("administrator", formMessages.incorrectFormat);
    else if (admin !== (place?.admin ?? false) && access.rank <= administratorRank)
      report("administrator", formMessages.insufficientPermission);
    if (!place) write.push({ organizationId: id, admin });
    else if (place.admin !== admin) {
      const { active, addToSubSchools } = place;
      write.push({ organizationId: id, admin, active, addToSubSchools });
    }
  }
  const leave =
    wanted && person ? held.filter(({ id }) => !wanted.some((each) => each.id === id)).map(({ id }) => id) : [];
  if (write.length + leave.length > 0 && (wanted || !person)) {
    const nameOf = (id: number) => scope.organizations.get(id)?.name ?? "";
    const before = joinList(held.map(({ id }) => nameOf(id)));
    const after = joinList(organizations.map(({ id }) => nameOf(id)));
    if (before !== after) changes.push({ column: "organization", before: before || null, after });
  }
  const groups = planGroups(cells, { person, organizations, scope, report });
  return { write, leave, ...groups, changes: [...changes, ...groups.changes] };
}

/** Administrators make nobody an administrator. docs/product/choices.md#who-and-where. */
const administratorRank = 3;

/** By school unit code, else by name; null where the row names none. */
function wantedOrganizations(cells: RosterCells, scope: ImportScope, report: Report): ImportOrganization[] | null {
  const codes = splitList(cells.organizationCode?.text ?? "");
  const names = splitList(cells.organization?.text ?? "");
  if (codes.every((code) => code === "") && names.every((name) => name === "")) return null;
  const found: ImportOrganization[] = [];
  for (let place = 0; place < Math.max(codes.length, names.length); place += 1) {
    const [code = "", name = ""] = [codes[place], names[place]];
    if (code === "" && name === "") continue;
    const [one, ...others] = code === "" ? scope.named(name) : scope.coded(code);
    if (one && others.length === 0) {
      if (!found.includes(one)) found.push(one);
    } else report(code === "" ? "organization" : "organizationCode", formMessages.unknownOrganization);
  }
  return found;
}

/** A yes or no for each school at its place; null where the row says nothing. */
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
    if (read === null) report("administrator", formMessages.incorrectFormat);
    return read ?? undefined;
  });
}

type GroupsOf = {
  person: Person | null;
  organizations: readonly ImportOrganization[];
  scope: ImportScope;
  report: Report;
};

function planGroups(
  cells: RosterCells,
  { person, organizations, scope, report }: GroupsOf,
): Pick<PlacesPlan, "join" | "leaveGroups" | "changes"> {
  const held = (person?.groups ?? []).filter(({ organizationId }) =>
    organizations.some(({ id }) => id === organizationId),
  );
  const words = splitList(cells.groups?.text ?? "").filter((word) => word !== "");
  if (words.length === 0) return { join: [], leaveGroups: [], changes: [] };
  const wanted: GroupPlan[] = [];
  for (const word of words) {
    const group = readGroup(word, organizations, scope);
    if (group === null) report("groups", formMessages.incorrectFormat);
    else if (!wanted.some((each) => isSame(each, group))) wanted.push(group);
  }
  const heldIds = held.flatMap(({ organizationId, name }) => scope.group(organizationId, name)?.id ?? []);
  const join = wanted.filter(({ id }) => id === null || !heldIds.includes(id));
  const leaveGroups = heldIds.filter((id) => !wanted.some((each) => each.id === id));
  if (join.length + leaveGroups.length === 0) return { join, leaveGroups, changes: [] };
  const isOne = organizations.length === 1;
  const wordOf = (organizationId: number, name: string) =>
    groupWord(name, isOne ? undefined : scope.organizations.get(organizationId)?.name);
  const before = joinList(held.map(({ organizationId, name }) => wordOf(organizationId, name)));
  const after = joinList(wanted.map(({ organizationId, name }) => wordOf(organizationId, name)));
  return { join, leaveGroups, changes: [{ column: "groups", before: before || null, after }] };
}

/** An existing group of one of the person's schools; else a new one of the school that is named, or of the first. */
function readGroup(word: string, organizations: readonly ImportOrganization[], scope: ImportScope): GroupPlan | null {
  for (const { organization, group } of groupsOfWord(word)) {
    const schools = organization
      ? organizations.filter(({ name }) => foldedName(name) === foldedName(organization))
      : organizations;
    for (const { id } of schools) {
      const found = scope.group(id, group);
      if (found) return { organizationId: id, name: found.name, id: found.id };
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
