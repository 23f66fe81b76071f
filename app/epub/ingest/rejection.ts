/** Reasons why a file is rejected as a book. The panel and the test player have a text for each: `refused` in books.json of each locale. */
export const rejectionReasons = [
  "not-a-zip",
  "incomplete",
  "damaged",
  "not-an-epub",
  "compression",
  "no-package",
  "nothing-to-read",
  "unsafe-path",
  "link",
  "too-large",
  "encrypted",
  "unreadable",
] as const;

export type RejectionReason = (typeof rejectionReasons)[number];

/** A file is rejected as a book. The message is one line that the user can act on. */
export class BookRejected extends Error {
  override readonly name = "BookRejected";

  /** @param path the file of the archive that is the cause; null if it is the whole archive */
  constructor(
    readonly reason: RejectionReason,
    message: string,
    readonly path: string | null = null,
  ) {
    super(message);
  }
}
