import type { Databases, Transaction } from "~/db/.server/connect";
import type { SecretBox } from "~/security/secret-box.server";
import type { CredentialService, IdentityDirectory } from "~/services/.server/directory/identity";

export type ImportDeps = {
  databases: Databases;
  identity: IdentityDirectory;
  credentials: CredentialService;
  /** Encrypts password cells until the import, and generated passwords until they are printed. */
  secrets: SecretBox;
  /** Invalidates the display cache of the user who changed people. */
  changed(uid: string): void;
  report(error: unknown): void;
  /** Records the end of a sync, in the transaction that ends the import or undo of its rows. */
  syncEnded?(within: Transaction, ended: EndedSync): Promise<void>;
};

export type EndedSync = { importId: string; jobId: string; state: "imported" | "stopped" | "undone" };
