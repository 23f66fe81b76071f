import type { RealmHosts } from "~/realms/realm";

/** What processes of one test must agree on. */
export const sessionSecret = "a secret for tests, 32 characters long";
export const testHosts: RealmHosts = { fallback: "se" };
