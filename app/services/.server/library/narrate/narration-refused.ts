/** Why a book cannot be narrated, in one line that says what to do. Nothing was stored. */
export class NarrationRefused extends Error {
  override readonly name = "NarrationRefused";
}
