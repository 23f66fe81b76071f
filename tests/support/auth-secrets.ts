import { createServedHosts, type HostSettings } from "~/realms/served-hosts";

/** Values shared by the processes of one test. */
export const sessionSecret = "a secret for tests, 32 characters long";

/** A product that is tried out on its own machine. */
export const unconfigured: HostSettings = {
  origins: {},
  defaultRealm: "se",
  serviceHosts: [],
  contentOrigin: null,
  franceOtherDomain: null,
};
export const testHosts = createServedHosts(unconfigured);
