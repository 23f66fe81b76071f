import type { Databases } from "~/db/.server/connect";
import type { StaffCredentials } from "~/services/.server/directory/identity";

export type ControlPanelDeps = {
  databases: Databases;
  /** Passwords and sessions of the auth service. */
  credentials: StaffCredentials;
};
