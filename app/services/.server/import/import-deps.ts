import type { Databases, Transaction } from "~/db/.server/connect";
import type { SecretBox } from "~/security/secret-box.server";
import type { CredentialService, IdentityDirectory } from "~/services/.server/directory/identity";

export type ImportDeps = {
  databases: Databases;
  identity: IdentityDirectory;
  credentials: CredentialService;
  /** Keeps password cells unreadable until the import, and generated ones until they are printed. */
  secrets: SecretBox;
  /** People were changed for this person: what is cached for display to them is old. */
  changed(uid: string): void;
  report(error: unknown): void;
  /** What a sync notes in the transaction that ends the writing or the undoing of its rows. */
  syncEnded?(within: Transaction, ended: EndedSync): Promise<void>;
};

export type EndedSync = { importId: string; jobId: string; state: "imported" | "stopped" | "undone" };
