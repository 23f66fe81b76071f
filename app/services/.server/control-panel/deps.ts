import type { Databases } from "~/db/.server/connect";
import type { CredentialService } from "~/services/.server/directory/identity";

export type ControlPanelDeps = {
  databases: Databases;
  /** What auth does for people: passwords, sessions. */
  credentials: CredentialService;
};
