import type { Access } from "~/services/.server/directory/access";
import type { Person } from "~/services/.server/directory/people/people-store";
import type { PlaceWrite } from "~/services/.server/directory/people/person-columns";
import { mayChangeAdministrators } from "~/services/.server/directory/permissions";
import type { PersonType } from "~/services/.server/directory/rules";
import { formMessages } from "~/services/contracts/form-messages";
import { joinList, splitList, yesNoOfWord } from "~/services/contracts/import-columns";
import { allowedNames, type ImportOrganization, type ImportScope } from "./import-scope";
import {
  type GroupPlan,
  groupsOfRoster,
  groupsOfRow,
  type NameDoubt,
  planGroups,
  type Report,
  type UnknownGroup,
} from "./plan-groups";
import type { GroupChoices, ManagedPlaces, RosterCells, RosterPart, RowChange } from "./roster-row";

/**
 * Schools and groups of a row. A workbook adds the schools that a row names; a person leaves none. A filled cell of groups replaces the
 * classes of the school that the row names, else of the import's school; other groups stay. An empty cell changes nothing. A
 * synchronised source lists all schools within its scope: the person leaves its others, and no school or group outside of it.
 * docs/decisions/0066-places-in-imports.md. Pure.
 */

export type PlacesPlan = {
  write: PlaceWrite[];
  leave: number[];
  /** Groups to join; those without an id are created first. */
  join: GroupPlan[];
  leaveGroups: number[];
  /** Groups of the row that do not exist at its school, whatever was decided about them. */
  unknownGroups: UnknownGroup[];
  changes: RowChange[];
};

type PlacesOf = {
  person: Person | null;
  type: PersonType;
  roster?: RosterPart | undefined;
  /** null: all schools of the import, and all their groups. */
  managed: ManagedPlaces | null;
  scope: ImportScope;
  access: Access;
  report: Report;
  groupChoices: GroupChoices;
  /** Whether the row's cell of groups may not hold what somebody entered. */
  doubt: NameDoubt | null;
};

export function planPlaces(
  cells: RosterCells,
  { person, type, scope, access, report, roster, managed, groupChoices, doubt }: PlacesOf,
): PlacesPlan {
  const held = (person?.places ?? []).filter(({ id }) => scope.organizations.has(id));
  let isUnknown = false;
  const reportPlace: Report = (column, reason, allowed) => {
    isUnknown ||= reason === formMessages.unknownOrganization;
    report(column, reason, allowed);
  };
  const named = roster
    ? (roster.organizations?.flatMap((id) => scope.organizations.get(id) ?? []) ?? null)
    : wantedOrganizations(cells, scope, reportPlace);
  // With an unknown school neither the classes nor the places to leave can be determined.
  if (isUnknown) return { write: [], leave: [], join: [], leaveGroups: [], unknownGroups: [], changes: [] };
  const isKept = ({ id }: { id: number }) => roster?.keepsSchools || !managed?.organizations.has(id);
  const kept = held.filter(isKept).flatMap(({ id }) => scope.organizations.get(id) ?? []);
  const wanted = named && [...new Set([...named, ...kept])];
  const before = person ? held.flatMap(({ id }) => scope.organizations.get(id) ?? []) : [scope.home];
  const read = roster
    ? groupsOfRoster(roster, wanted ?? before, scope)
    : groupsOfRow(cells, { named, organizations: wanted ?? before, person, scope, groupChoices, doubt, report });
  // Schools of groups that the importer has chosen for a class of the file.
  const added = [...new Set(read.groups.map(({ organizationId }) => organizationId))]
    .filter((id) => !(wanted ?? before).some((each) => each.id === id))
    .flatMap((id) => scope.organizations.get(id) ?? []);
  const isElsewhere =
    added.length > 0 && read.groups.every(({ organizationId: id }) => added.some((each) => each.id === id));
  const organizations = !person && !named && isElsewhere ? added : [...(wanted ?? before), ...added];
  const { write, administered } = placeWrites(organizations, held, {
    admins: wantedAdmins(cells, named ?? organizations, report),
    type,
    access,
    report,
  });
  const changes: RowChange[] = [];
  const leave =
    wanted && person ? held.filter(({ id }) => !organizations.some((each) => each.id === id)).map(({ id }) => id) : [];
  const nameOf = (id: number) => scope.organizations.get(id)?.name ?? "";
  if (write.length + leave.length > 0 && (wanted || added.length > 0 || !person)) {
    const isHeld = ({ id }: { id: number }) => held.some((each) => each.id === id);
    const remaining = held.filter(({ id }) => !leave.includes(id));
    const namesBefore = joinList(held.map(({ id }) => nameOf(id)));
    const after = joinList(
      [...remaining, ...organizations.filter((each) => !isHeld(each))].map(({ id }) => nameOf(id)),
    );
    if (namesBefore !== after) changes.push({ column: "organization", before: namesBefore || null, after });
  }
  const administeredBefore = held.filter(({ admin }) => admin).map(({ id }) => id);
  const isOne = organizations.length === 1 && held.length < 2;
  changes.push(...administratorChange(administeredBefore, administered, isOne ? null : nameOf));
  const groups = planGroups({
    person,
    organizations,
    named,
    leave,
    scope,
    roster,
    managed,
    read,
  });
  return { write, leave, ...groups, unknownGroups: read.unknown, changes: [...changes, ...groups.changes] };
}

/** The places to write, and the ids of the schools that the person administers afterwards. @param admins by school; null leaves them */
function placeWrites(
  organizations: readonly ImportOrganization[],
  held: Person["places"],
  {
    admins,
    type,
    access,
    report,
  }: { admins: (boolean | undefined)[] | null; type: PersonType; access: Access; report: Report },
): { write: PlaceWrite[]; administered: number[] } {
  const write: PlaceWrite[] = [];
  const administered: number[] = [];
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
  return { write, administered };
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
    } else
      report(
        code === "" ? "organization" : "organizationCode",
        formMessages.unknownOrganization,
        allowedNames(scope, code === "" ? "name" : "code"),
      );
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
