import type { RealmHosts } from "~/realms/realm";

/** Values shared by the processes of one test. */
export const sessionSecret = "a secret for tests, 32 characters long";
export const testHosts: RealmHosts = { fallback: "se" };
