import type { PasswordProofs } from "~/services/.server/account/deps";

/** why: passwords belong to the sign-in service, which has tests of its own. Proves everything; override what a test looks at. */
export const proofsDouble: PasswordProofs = {
  hasPassword: async () => true,
  requirePassword: async () => undefined,
  requireFactor: async () => undefined,
  setPassword: async () => undefined,
  checkNewPassword: () => undefined,
  isPassword: async () => true,
  uidOf: async () => null,
  countPasswordReset: async () => undefined,
  noteForgottenPassword: async () => undefined,
  countGroupCode: async () => undefined,
  countSignUp: async () => undefined,
};

/** For a service in whose tests nothing fails behind a response. */
export function unexpected(error: unknown): never {
  throw error;
}
