/** Thrown for errors that the operator can fix; only the message is printed. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}
