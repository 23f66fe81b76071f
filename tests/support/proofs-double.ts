import type { PasswordProofs } from "~/services/.server/account/deps";

/** why: passwords belong to the sign-in service, which has its own tests. Accepts everything; a test overrides the methods it checks. */
export const proofsDouble: PasswordProofs = {
  hasPassword: async () => true,
  requirePassword: async () => undefined,
  requireFactor: async () => undefined,
  endSessions: async () => undefined,
  setPassword: async () => undefined,
  checkNewPassword: () => undefined,
  isPassword: async () => true,
  uidOf: async () => null,
  countPasswordReset: async () => undefined,
  noteForgottenPassword: async () => undefined,
  countGroupCode: async () => undefined,
  countSignUp: async () => undefined,
};

/** Error reporter for a service whose tests expect no background failures. */
export function unexpected(error: unknown): never {
  throw error;
}
