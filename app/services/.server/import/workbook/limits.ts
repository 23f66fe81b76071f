/** Limits of a workbook; docs/security.md, line 24. Violations are rejected before unpacking, or at the cell where they occur. */
export const workbookLimits = {
  /** Bytes of the file; the import contract sets the same limit for uploads. */
  fileBytes: 30 * 1024 * 1024,
  /** Bytes of all parts, unpacked. */
  unpackedBytes: 400 * 1024 * 1024,
  entries: 2_000,
  sheets: 100,
  /** People in all sheets. */
  rows: 100_000,
  /** Columns of one sheet in the file format; the last is XFD. */
  columns: 16_384,
  rowNumber: 1_048_576,
  /** Cells in all sheets, with or without a value. */
  cells: 5_000_000,
  /** One for each cell of all rows in twelve columns, with no two alike. */
  sharedStrings: 1_201_000,
  /** Characters per cell in the file format. */
  cellText: 32_767,
  /** Nesting depth of elements. */
  depth: 64,
} as const;
