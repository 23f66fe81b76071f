/** What an uploaded book may hold; checked before unpacking (declared sizes) and while unpacking (real ones). docs/security.md, line 24. */
export type ArchiveLimits = {
  /** Bytes of all files together, unpacked. */
  totalBytes: number;
  /** Bytes of one file, unpacked. */
  fileBytes: number;
  entries: number;
  /** Times that the whole may be larger unpacked than packed; text packs well, so this is generous. */
  ratio: number;
};

const mebibyte = 1024 * 1024;

export const archiveLimits: ArchiveLimits = {
  totalBytes: 2048 * mebibyte,
  fileBytes: 1024 * mebibyte,
  entries: 20_000,
  ratio: 200,
};

/** A book that is only looked at stays in the browser's memory. */
export const previewLimits: ArchiveLimits = {
  totalBytes: 1024 * mebibyte,
  fileBytes: 512 * mebibyte,
  entries: 20_000,
  ratio: 200,
};
