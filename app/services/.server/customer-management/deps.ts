import type { Databases } from "~/db/.server/connect";
import type { CredentialService } from "~/services/.server/directory/identity";

export type CustomerManagementDeps = { databases: Databases; credentials: CredentialService };
