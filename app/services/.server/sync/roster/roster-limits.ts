/** Limits of a roster; docs/security.md, line 24. */
export const rosterLimits = {
  /** Bytes of an uploaded archive, packed and unpacked. */
  fileBytes: 100 * 1024 * 1024,
  unpackedBytes: 1024 * 1024 * 1024,
  /** Files in an archive. */
  entries: 100,
  organizations: 20_000,
  groups: 200_000,
  people: 500_000,
  /** Places in classes, and roles of people at schools. */
  places: 5_000_000,
  /** Columns of one CSV file. */
  columns: 200,
  /** Characters of one value, and of one line. */
  valueText: 10_000,
  lineText: 64 * 1024,
  /** Characters of one line above which the file is not read any further. */
  longestLine: 1024 * 1024,
  /** Records that may be refused before the reading ends, and how many of them are listed. */
  refused: 10_000,
  listedRefused: 500,
} as const;
