import type { Database, Transaction } from "~/db/.server/connect";
import { type Access, visibleGroups, visiblePlaces } from "~/services/.server/directory/access";
import type { Person } from "~/services/.server/directory/people/people-store";
import { formMessages } from "~/services/contracts/form-messages";
import type { ImportColumnId } from "~/services/contracts/import-columns";
import type { RowOutcome } from "~/services/contracts/import-states";
import type { ImportScope } from "./import-scope";
import { matchRows, type RowMatch } from "./match-rows";
import { planRemoval } from "./plan-removal";
import { planRow, type RowPlan } from "./plan-row";
import type {
  GroupChoices,
  ManagedPlaces,
  PlannedRow,
  RosterRow,
  RowCandidate,
  RowChange,
  RowProblem,
} from "./roster-row";
import { compareWithEarlier, type RowsOfFile } from "./rows-of-file";
import { type TakenValue, takenValues } from "./taken-values";

/** Plans rows against the current directory: for the preview, and again when the rows are imported. */

export type BatchContext = {
  access: Access;
  scope: ImportScope;
  /** The scope of a synchronised source; null for workbooks: all of the import's organisations. */
  managed: ManagedPlaces | null;
  groupChoices: GroupChoices;
};

export type RowWithPlan = {
  row: RosterRow;
  match: RowMatch;
  person: Person | null;
  plan: RowPlan;
  planned: PlannedRow;
};

/**
 * @param choices for likely rows, by place: the uid of a candidate, or `new`
 * @param rowsOfFile updated by each batch, in the file's order; `shared` has the problems of rows of earlier batches afterwards
 */
export async function planBatch(
  database: Database | Transaction,
  context: BatchContext,
  rows: readonly RosterRow[],
  {
    choices,
    rowsOfFile,
    mayBeAlike,
    findRepeated,
  }: {
    choices: ReadonlyMap<number, string>;
    rowsOfFile: RowsOfFile;
    /** Finds rows of people that were left out of an earlier import and are sent in again: a user must decide. */
    findRepeated?: (rows: { place: number; uid: string; cells: RosterRow["cells"] }[]) => Promise<Set<number>>;
    /** Rows that may be matched by name; all by default. */
    mayBeAlike?: (row: RosterRow) => boolean;
  },
): Promise<RowWithPlan[]> {
  const { access, scope } = context;
  const matches = await matchRows(database, access, scope, rows, mayBeAlike);
  const matched = rows.flatMap(({ place, cells }) => {
    const person = matches.get(place)?.person;
    return person ? [{ place, uid: person.uid, cells }] : [];
  });
  const repeated = (await findRepeated?.(matched)) ?? new Set();
  const read = rows.map((row) => {
    const found = matches.get(row.place) ?? nobody;
    const match = repeated.has(row.place) ? asked(found) : found;
    const chosen = match.likely.find(({ uid }) => uid === choices.get(row.place));
    // Until a user has decided, the row of a known person with another name is planned as that person's, but does not count as theirs.
    const person = match.person ?? chosen ?? (match.question ? (match.likely[0] ?? null) : match.deleted);
    const plan = row.roster?.isGone && person ? planRemoval(person, context) : planRow(row, person, context);
    return { row, match, person, plan };
  });
  const identities = read.map(({ row, person, plan }) => ({
    place: row.place,
    personId: person?.id ?? null,
    columns: plan.columns,
  }));
  const taken = await takenValues(database, access.realm, scope.home.id, identities);
  const takenBy = new Map<number, TakenValue[]>();
  for (const each of taken) takenBy.set(each.place, [...(takenBy.get(each.place) ?? []), each]);
  const isUndecided = ({ row, match, person }: Read) =>
    match.question !== null && choices.get(row.place) !== person?.uid;
  const duplicates = read.map((each) => {
    for (const { column, reason } of takenBy.get(each.row.place) ?? []) {
      if (!each.plan.problems.some((problem) => problem.column === column)) addProblem(each, column, reason, []);
    }
    const { row, person, plan } = each;
    return compareWithEarlier(rowsOfFile, { row, person, columns: plan.columns, isUndecided: isUndecided(each) });
  });
  addSharedValues(rowsOfFile, read);
  return read.map((each, index) => {
    const row = planned(each, duplicates[index] ?? null, context);
    if (!isUndecided(each) || !["likely", "wrong"].includes(row.outcome)) return { ...each, planned: row };
    return { ...each, person: null, planned: { ...row, personId: null } };
  });
}

/** Reports the shared values of these rows; those of rows of earlier batches remain in `shared`. */
function addSharedValues(rowsOfFile: RowsOfFile, read: readonly Read[]): void {
  const byPlace = new Map(read.map((each) => [each.row.place, each]));
  rowsOfFile.shared = rowsOfFile.shared.filter(({ place, problem: { column, reason, people, sameAs } }) => {
    const each = byPlace.get(place);
    if (each) addProblem(each, column as ImportColumnId, reason, people, sameAs ? { sameAs } : {});
    return !each;
  });
}

const nobody: RowMatch = { person: null, several: [], isUnknown: false, likely: [], question: null, deleted: null };

/** The match of a row that was left out before, as a question. */
function asked({ person, ...match }: RowMatch): RowMatch {
  const question = { column: null, reason: formMessages.leftOutBefore };
  return { ...match, person: null, likely: person ? [person] : [], question };
}

type Read = Omit<RowWithPlan, "planned">;

type ProblemMore = Pick<RowProblem, "sameAs">;

function addProblem(
  each: Read,
  column: RowProblem["column"],
  reason: string,
  people: string[],
  more: ProblemMore = {},
): void {
  each.plan.problems.push(problemOf(each.row, column, reason, people, more));
}

function problemOf(
  row: RosterRow,
  column: RowProblem["column"],
  reason: string,
  people: string[],
  more: ProblemMore = {},
): RowProblem {
  const cell = column === null ? undefined : row.cells[column as keyof typeof row.cells];
  return { column, address: cell?.address ?? null, value: cell?.text ?? null, reason, people, ...more };
}

type SeenRow = Pick<RosterRow, "place" | "sheet" | "row">;

function planned(each: Read, duplicateOf: SeenRow | null, context: BatchContext): PlannedRow {
  const { row, match, person, plan } = each;
  if (match.several.length > 0) {
    // All other problems result from not knowing which person is meant.
    plan.problems.length = 0;
    for (const { column, person: named } of match.several)
      addProblem(each, column, formMessages.twoPeople, [named.name]);
  } else if (match.isUnknown) addProblem(each, "uid", formMessages.unknownPerson, []);
  const outcome = outcomeOf(each, duplicateOf !== null);
  if (outcome === "refused") {
    // The person may not be changed, so problems in the cells are irrelevant.
    plan.problems.length = 0;
    addProblem(each, null, formMessages.insufficientPermission, []);
  }
  if (outcome === "duplicate" && duplicateOf) {
    plan.problems.length = 0;
    addProblem(each, null, formMessages.twiceInFile, [], {
      sameAs: { sheet: duplicateOf.sheet, row: duplicateOf.row },
    });
  }
  const isAsked = outcome === "likely" && match.question !== null;
  const { question } = match;
  const names = match.likely.map(({ name }) => name);
  const changesOf = (somebody: Person | null) =>
    somebody === person ? plan.changes : planRow(row, somebody, context).changes;
  return {
    place: row.place,
    outcome,
    name: plan.name,
    personId: person?.id ?? null,
    changes:
      outcome === "refused" || outcome === "duplicate" || isAsked
        ? []
        : changesOf(match.likely.length > 0 ? null : person),
    // The question is no problem of the plan: the row is written if the user answers it.
    problems: isAsked && question ? [problemOf(row, question.column, question.reason, names)] : plan.problems,
    ...(isAsked ? { mayBeNew: false } : {}),
    // A wrong row is not imported, so a choice would have no effect.
    candidates:
      outcome === "likely" ? match.likely.map((likely) => candidateOf(context.access, likely, changesOf(likely))) : [],
    duplicateOf: duplicateOf?.place ?? null,
  };
}

/** A likely row stays likely after a choice, because the choice can be changed until the import. */
function outcomeOf({ row, match, person, plan }: Read, isDuplicate: boolean): RowOutcome {
  if (match.several.length > 0) return "wrong";
  if (isDuplicate) return "duplicate";
  if (plan.isRefused) return "refused";
  if (plan.problems.length > 0) return "wrong";
  if (match.likely.length > 0) return "likely";
  if (!person) return "new";
  if (person.status === "deleted") return "returning";
  if (plan.changes.length === 0) return "unchanged";
  if (row.roster?.isGone) return "gone";
  const isMoving = plan.changes.some(({ column }) => column === "organization" || column === "groups");
  return row.roster && isMoving ? "moved" : "changed";
}

function candidateOf(access: Access, person: Person, changes: RowChange[]): RowCandidate {
  const { uid, type, name, username, email } = person;
  return {
    id: uid,
    type,
    name,
    username,
    email,
    organizations: visiblePlaces(access, person).map((place) => place.name),
    groups: visibleGroups(access, person).map((group) => group.name),
    changes,
  };
}
