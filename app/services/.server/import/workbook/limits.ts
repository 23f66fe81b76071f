/** What a workbook may have; docs/security.md, line 24. What is above is refused before it is unpacked, or at the cell where it is met. */
export const workbookLimits = {
  /** Bytes of the file, as the contract of imports says for uploads. */
  fileBytes: 30 * 1024 * 1024,
  /** Bytes of everything in it, unpacked. */
  unpackedBytes: 400 * 1024 * 1024,
  entries: 2_000,
  sheets: 100,
  /** Rows of people over all sheets. */
  rows: 100_000,
  /** Of one sheet in the file format, the last being XFD. */
  columns: 16_384,
  rowNumber: 1_048_576,
  /** Cells over all sheets, with or without a value. */
  cells: 5_000_000,
  /** As many as the rows have in twelve columns, no two alike. */
  sharedStrings: 1_201_000,
  /** Characters that a cell holds in the file format. */
  cellText: 32_767,
  /** Elements within each other. */
  depth: 64,
} as const;
