import type { ImportColumnId } from "~/services/contracts/import-columns";
import type { ImportRow } from "~/services/contracts/import-rows";
import type { RowOutcome } from "~/services/contracts/import-states";
import type { RowMark } from "./workbook/read-workbook";

/** One person of a roster: a row of a workbook, or a person from another kind of source. */
export type RosterRow = {
  /** Number of the row, counted over all sheets from 1. */
  place: number;
  sheet: string;
  row: number;
  cells: RosterCells;
  /** Column letters of a workbook's sheet. */
  letters?: Partial<Record<ImportColumnId, string>>;
  /** What is to be said about cells of a workbook. */
  marks?: readonly RowMark[];
  /** Data of a synchronised source beyond the cells; absent for workbooks. */
  roster?: RosterPart;
};
export type RosterPart = {
  /** The source's own id for the person. */
  sourceId: string;
  /** Cells that apply only to a new person. */
  ifNew: RosterCells;
  /** Ids of all schools of the person in the source; null if the source does not provide schools. */
  organizations: number[] | null;
  /** Groups of the person in the source; if `left` is set, only those that the person joins. */
  groups: RosterGroupName[];
  left: RosterGroupName[] | null;
  /** Whether the person stays in schools that `organizations` lacks; absent if not. */
  keepsSchools?: boolean;
  /** Whether the source no longer has the person. */
  isGone: boolean;
  /** Uid of the deleted person that this source id referred to before. */
  returning: string | null;
};
export type RosterGroupName = { organizationId: number; name: string };
/** The scope of a source, by id: it does not affect places in other schools and groups. */
export type ManagedPlaces = { organizations: ReadonlySet<number>; groups: ReadonlySet<number> };

export function managedOf({ managed }: { managed: { organizations: number[]; groups: number[] } | null }) {
  return managed && { organizations: new Set(managed.organizations), groups: new Set(managed.groups) };
}
export type RosterCells = Partial<Record<ImportColumnId, { address: string | null; text: string }>>;

/** An answer to whether a class of the file is one that exists: a group's id, or `new`; by `groupKey`. */
export type GroupChoices = ReadonlyMap<string, number | "new" | "none">;

export type RowProblem = ImportRow["problems"][number];
export type RowChange = ImportRow["changes"][number];
export type RowCandidate = ImportRow["candidates"][number];

/** Preview data of a row beside its outcome. */
export type RowView = {
  changes: RowChange[];
  problems: RowProblem[];
  candidates: RowCandidate[];
  /** Whether a likely row may become a new person: not if one of its ids is a candidate's. True if absent. */
  mayBeNew?: boolean;
};

export type PlannedRow = RowView & {
  place: number;
  outcome: RowOutcome;
  name: string | null;
  personId: number | null;
  duplicateOf: number | null;
};
