/** Reason why a file is rejected as a book. The error's message is one line that the user can act on. */
export type RejectionReason =
  | "not-a-zip"
  | "not-an-epub"
  | "no-package"
  | "nothing-to-read"
  | "unsafe-path"
  | "too-large"
  | "encrypted"
  | "unreadable";

export class BookRejected extends Error {
  override readonly name = "BookRejected";

  constructor(
    readonly reason: RejectionReason,
    message: string,
  ) {
    super(message);
  }
}
