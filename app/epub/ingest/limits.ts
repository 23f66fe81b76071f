/** Limits of an uploaded book, checked on declared sizes before unpacking and on real sizes while unpacking. docs/security.md, line 24. */
export type ArchiveLimits = {
  /** Bytes of all files, unpacked. */
  totalBytes: number;
  /** Bytes of one file, unpacked. */
  fileBytes: number;
  entries: number;
  /** Maximum ratio of unpacked to packed size of the whole archive; generous, because text compresses well. */
  ratio: number;
};

const mebibyte = 1024 * 1024;

export const archiveLimits: ArchiveLimits = {
  totalBytes: 2048 * mebibyte,
  fileBytes: 1024 * mebibyte,
  entries: 20_000,
  ratio: 200,
};

/** Lower limits for a preview, because the whole book is held in the browser's memory. */
export const previewLimits: ArchiveLimits = {
  totalBytes: 1024 * mebibyte,
  fileBytes: 512 * mebibyte,
  entries: 20_000,
  ratio: 200,
};
