import type { z } from "zod";
import { type Access, contextOfNewPerson, permissionContextOf } from "~/services/.server/directory/access";
import { refusalReason } from "~/services/.server/directory/forbidden-attributes";
import type { Person } from "~/services/.server/directory/people/people-store";
import type { PersonColumns } from "~/services/.server/directory/people/person-columns";
import {
  attributeLevel,
  isOffered,
  mayOnPerson,
  type PermissionContext,
} from "~/services/.server/directory/permissions";
import { type PersonType, splitName } from "~/services/.server/directory/rules";
import { isCommonPassword } from "~/services/contracts/common-passwords";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";
import {
  cleanWord,
  type ImportColumnId,
  type ImportedAttribute,
  importColumn,
  importColumnIds,
  roleOfWord,
  yesNoOfWord,
} from "~/services/contracts/import-columns";
import {
  type PersonAttribute,
  personFieldTable,
  type StoredAttribute,
  storedProperties,
} from "~/services/contracts/person-field-table";
import { personFields } from "~/services/contracts/person-fields";
import type { ImportScope } from "./import-scope";
import { type PlacesPlan, planPlaces } from "./plan-places";
import type { GroupChoices, ManagedPlaces, RosterCells, RosterRow, RowChange, RowProblem } from "./roster-row";
import { groupDoubtOf } from "./row-notes";

/** The plan of a row for an existing or a new person: the values to write, field by field, and the problems. Pure. */

export type RowPlan = {
  type: PersonType | null;
  name: string | null;
  columns: PersonColumns;
  places: PlacesPlan;
  /** Whether the row's password is set, if the policy allows it. */
  hasPassword: boolean;
  changes: RowChange[];
  problems: RowProblem[];
  /** The importer may not edit this person at all. */
  isRefused: boolean;
  /** Whether some problem exists only because the importer lacks a secure login. */
  needsSecureLogin: boolean;
  /** Whether the person is deleted because the source that created them no longer has them. */
  isEnding: boolean;
};

/** Columns that are fields of the person with one value, in the order of the template. */
type AttributeColumn = ImportedAttribute & StoredAttribute;
const attributeNames = importColumnIds.filter((id): id is AttributeColumn => id in storedProperties);

/** The attributes that these columns store. */
export function attributesOf(columns: PersonColumns): PersonAttribute[] {
  return attributeNames.filter((name) => storedProperties[name] in columns);
}

const ageBounds = fillMessage("between", { min: 0, max: 21 });

export function planRow(
  row: RosterRow,
  person: Person | null,
  {
    access,
    scope,
    managed = null,
    groupChoices = new Map(),
  }: { access: Access; scope: ImportScope; managed?: ManagedPlaces | null; groupChoices?: GroupChoices },
): RowPlan {
  const given = person ? row.cells : { ...row.roster?.ifNew, ...row.cells };
  const problems: RowProblem[] = [];
  const report = problemReporter(row, given, problems);
  const cells = withoutUnreadable(withoutMisplacedClean(given, report), row, problems);
  const type = readType(cells, person, report);
  const nothing: PlacesPlan = { write: [], leave: [], join: [], leaveGroups: [], unknownGroups: [], changes: [] };
  const empty = {
    type,
    name: nameOf(cells, person),
    columns: {},
    places: nothing,
    hasPassword: false,
    changes: [],
    isRefused: false,
    isEnding: false,
  };
  const fields = personFields(access.realm);
  if (type === null) {
    // The rights depend on the type, but not whether a value is well-formed.
    for (const [column, read] of readCells(cells, fields)) if (!read.ok) report(column, read.reason);
    return { ...empty, problems, needsSecureLogin: false };
  }
  const context = person ? permissionContextOf(access, person) : contextOfNewPerson(access, type);
  const { values, needsSecureLogin } = changedValuesOf(cells, { row, person, context, fields, type, access, report });
  const columns = withNames(values, person);
  // Each part can be valid although the name that is stored of them is not.
  if (columns.name !== undefined && !("name" in values)) {
    const { success } = fields.name.safeParse(columns.name);
    if (!success && columns.name !== "")
      report("lastName" in values ? "lastName" : "firstName", formMessages.joinedName);
  }
  if (!person) {
    requireColumn("username", columns, given, problems, report);
    // The templates require a first name; a synchronised source may have a last name alone.
    const isLastNameAlone = !row.roster && !given.name && !columns.firstName;
    requireColumn("name", isLastNameAlone ? {} : columns, given, problems, report);
  }
  const places = planPlaces(cells, {
    person,
    type,
    scope,
    access,
    report,
    roster: row.roster,
    managed,
    groupChoices,
    doubt: groupDoubtOf(row, access.realm),
  });
  const hasPassword = readPassword(cells, context, fields.password, report);
  const newRole: RowChange[] = person ? [] : [{ column: "role", before: null, after: type }];
  const changes = [...newRole, ...changesOf(columns, person), ...places.changes, ...passwordChange(hasPassword)];
  const lacksPermission = problems.some(({ reason }) => reason === formMessages.insufficientPermission);
  const isTouched = lacksPermission || changes.length > 0 || places.write.length + places.leave.length > 0;
  const isRefused = person !== null && isTouched && !mayOnPerson(context, "EditUserInfo");
  return { ...empty, type, columns, places, hasPassword, changes, problems, isRefused, needsSecureLogin };
}

/** Adds problems with the cells of a row, by column. */
function problemReporter(row: RosterRow, given: RosterCells, problems: RowProblem[]) {
  return (column: ImportColumnId | null, reason: string, allowed: string[] = []): void => {
    const cell = column === null ? undefined : given[column];
    const letters = column === null ? undefined : row.letters?.[column];
    const value = column === "password" ? null : (cell?.text ?? null);
    const address = cell?.address ?? (letters ? letters + row.row : null);
    problems.push({ column, address, value, reason, people: [], ...(allowed.length > 0 ? { allowed } : {}) });
  };
}

/** The values that the row changes and the importer may change; the others are reported. */
function changedValuesOf(
  cells: RosterCells,
  {
    row,
    person,
    context,
    fields,
    type,
    access,
    report,
  }: {
    row: RosterRow;
    person: Person | null;
    context: PermissionContext;
    fields: ReturnType<typeof personFields>;
    type: PersonType;
    access: Access;
    report(column: ImportColumnId, reason: string): void;
  },
): { values: Partial<Record<AttributeColumn, unknown>>; needsSecureLogin: boolean } {
  const values: Partial<Record<AttributeColumn, unknown>> = {};
  let needsSecureLogin = false;
  for (const [column, read] of readCells(cells, fields)) {
    if (!read.ok) {
      report(column, read.reason);
      continue;
    }
    const stored = person?.[storedProperties[column]] ?? null;
    if (isSameValue(read.value, stored)) continue;
    const level = attributeLevel(context, column);
    if (level.editable === 2) values[column] = read.value;
    else if (!isOffered(access.realm, type, column)) report(column, formMessages.notOfType);
    else if (level.needsSecureLogin) {
      needsSecureLogin = true;
      report(column, formMessages.secureLogin);
    } else if (!(row.roster && level.needsEveryOrganization)) report(column, refusalReason(level));
  }
  return { values, needsSecureLogin };
}

/** Reports cells of a workbook that have no value: errors, and formulas without a result. */
function withoutUnreadable(given: RosterCells, { marks = [] }: RosterRow, problems: RowProblem[]): RosterCells {
  const cells = { ...given };
  for (const { id, kind, address } of marks) {
    if (kind !== "error" && kind !== "uncalculated") continue;
    const value = id === "password" ? null : (given[id]?.text ?? null);
    const reason = kind === "error" ? formMessages.cellError : formMessages.formulaWithoutResult;
    problems.push({ column: id, address, value, reason, people: [] });
    delete cells[id];
  }
  return cells;
}

/** Reports CLEAN in columns that it cannot erase: as a value, it would name a class or a school. */
function withoutMisplacedClean(
  cells: RosterCells,
  report: (column: ImportColumnId, reason: string) => void,
): RosterCells {
  const others = { ...cells };
  for (const column of importColumnIds) {
    if (cells[column]?.text.trim() !== cleanWord || importColumn(column).clearable) continue;
    report(column, formMessages.cleanNotHere);
    delete others[column];
  }
  return others;
}

/** The row's type, else the person's; students are the default for new people. */
function readType(
  cells: RosterCells,
  person: Person | null,
  report: (column: ImportColumnId, reason: string) => void,
): PersonType | null {
  const text = cells.role?.text.trim() ?? "";
  if (text === "") return person?.type ?? "student";
  const type = roleOfWord(text);
  if (type === null) report("role", formMessages.unknownType);
  else if (person && type !== person.type) report("role", formMessages.otherType);
  else return type;
  return person?.type ?? null;
}

/** The name of a row in the file, else of the person. */
function nameOf(cells: RosterCells, person: Person | null): string | null {
  const nameInRow = cells.name?.text || [cells.firstName?.text, cells.lastName?.text].filter(Boolean).join(" ");
  return nameInRow || (person?.name ?? null);
}

type ReadCell = { ok: true; value: unknown } | { ok: false; reason: string };

/** The row's values of attributes; empty cells are left out. */
function readCells(cells: RosterCells, fields: ReturnType<typeof personFields>): [AttributeColumn, ReadCell][] {
  return attributeNames.flatMap((column): [AttributeColumn, ReadCell][] => {
    const text = cells[column]?.text.trim() ?? "";
    return text === "" ? [] : [[column, readCell(column, text, fields[column])]];
  });
}

function readCell(column: AttributeColumn, text: string, field: z.ZodType): ReadCell {
  if (text === cleanWord) return { ok: true, value: null };
  if (personFieldTable[column].kind === "flag") {
    const value = yesNoOfWord(text);
    return value === null ? { ok: false, reason: formMessages.yesOrNo } : { ok: true, value };
  }
  const result = field.safeParse(text);
  if (result.success) return { ok: true, value: result.data };
  // Names the ages, whatever is wrong with the value.
  if (column === "ageFilter") return { ok: false, reason: ageBounds };
  return { ok: false, reason: result.error.issues[0]?.message ?? formMessages.incorrectFormat };
}

function isSameValue(value: unknown, stored: unknown): boolean {
  return value === stored || (value === false && stored === null);
}

/** Derives the full name from the parts if only these are given, and the parts from the full name. */
function withNames(values: Partial<Record<AttributeColumn, unknown>>, person: Person | null): PersonColumns {
  const named = Object.entries(values).map(([column, value]) => [storedProperties[column as AttributeColumn], value]);
  const columns = Object.fromEntries(named) as PersonColumns;
  const { name, firstName, lastName } = columns;
  if (name === undefined && (firstName !== undefined || lastName !== undefined)) {
    const parts = [firstName ?? person?.firstName, lastName ?? person?.lastName];
    return { ...columns, name: parts.filter(Boolean).join(" ") };
  }
  if (name !== undefined && firstName === undefined && lastName === undefined)
    return { ...columns, ...splitName(name) };
  return columns;
}

function requireColumn(
  column: "username" | "name",
  columns: PersonColumns,
  cells: RosterRow["cells"],
  problems: readonly RowProblem[],
  report: (column: ImportColumnId, reason: string) => void,
): void {
  const reportedColumn = column === "name" && !cells.name ? "firstName" : column;
  if (!columns[column] && !problems.some((problem) => problem.column === reportedColumn))
    report(reportedColumn, formMessages.required);
}

/** Whether the row has a valid password that the importer may set. */
function readPassword(
  cells: RosterCells,
  context: PermissionContext,
  field: z.ZodType,
  report: (column: ImportColumnId, reason: string) => void,
): boolean {
  const text = cells.password?.text ?? "";
  if (text === "") return false;
  const result = field.safeParse(text);
  if (!result.success) report("password", result.error.issues[0]?.message ?? formMessages.incorrectFormat);
  else if (isCommonPassword(text)) report("password", formMessages.tooCommon);
  else {
    const level = attributeLevel(context, "password");
    if (level.editable === 2) return true;
    report("password", refusalReason(level));
  }
  return false;
}

function changesOf(columns: PersonColumns, person: Person | null): RowChange[] {
  return attributeNames.flatMap((column) => {
    const stored = storedProperties[column];
    if (!(stored in columns)) return [];
    const before = person ? textOf(person[stored]) : null;
    const after = textOf(columns[stored]);
    return before === after ? [] : [{ column, before, after }];
  });
}

function passwordChange(hasPassword: boolean): RowChange[] {
  return hasPassword ? [{ column: "password", before: null, after: null }] : [];
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined || value === "" ? null : String(value);
}
