import type { Databases } from "~/db/.server/connect";
import type { Credentials } from "~/services/.server/directory/identity";

export type CustomerManagementDeps = { databases: Databases; credentials: Credentials };
