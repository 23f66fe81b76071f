import type { Realm } from "~/realms/realm";

/** The limit on guessed codes for reading together, which auth keeps. docs/security.md, line 29. */
export type LedCodeGuesses = {
  /** @throws ServiceError 429 */
  count(guess: { realm: Realm; uid: string }): Promise<void>;
  /** Takes it back: the code was right. */
  refund(guess: { realm: Realm; uid: string }): Promise<void>;
};
