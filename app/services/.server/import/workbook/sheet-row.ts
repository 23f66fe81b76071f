/** What the file says about a cell beside its text. The address is that of the cell which says so. */
export type CellMark = {
  kind: "error" | "uncalculated" | "boolean" | "date" | "digits" | "scientific";
  address: string;
  /** As the file has it, if its text is another one. */
  original?: string;
};
/** By column index from 0. */
export type CellMarks = Map<number, CellMark>;

/** A row of a sheet. Texts by column index from 0; empty cells are missing. */
export type SheetRow = {
  row: number;
  /** Hidden by the user, or by a filter. */
  isHidden: boolean;
  texts: readonly (string | undefined)[];
  marks: CellMarks | null;
  /** The merged range of each column whose value comes from a row above; null as read from the file. */
  from: ReadonlyMap<number, string> | null;
};
