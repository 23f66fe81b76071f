import type { StaffCredentials } from "~/services/.server/directory/identity";

/** why: credentials belong to the sign-in service, which has its own tests. Does nothing; a test overrides the methods it checks. */
export const credentialsDouble: StaffCredentials = {
  setPassword: async () => undefined,
  hashPasswords: async (passwords) => passwords.map((password) => ({ hash: password })),
  setHashedPasswords: async () => undefined,
  passwordTimes: async () => new Map(),
  endSessions: async () => undefined,
  issueBadges: async (_realm, uids) =>
    uids.map((uid) => ({ uid, token: `BADGE0${uid.replaceAll("-", "").slice(0, 20)}` })),
  readBadges: async () => new Map(),
  voidBadges: async () => undefined,
  issuePictureCode: async () => ["bear", "cat", "fox", "frog", "owl"],
  voidPictureCode: async () => undefined,
  listSessions: async () => [],
  endSession: async () => false,
  requireFreshProof: async () => undefined,
  addLibraryCard: async () => undefined,
  linkExternal: async () => undefined,
  mailPasswordLink: async () => "e…@school.example",
};
