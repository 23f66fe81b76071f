/** Fields whose values are never rendered again or saved in drafts. */
export const secretFields = [
  "password",
  "passwordAgain",
  "currentPassword",
  "newPassword",
  "newPasswordAgain",
  "pin",
  "code",
  "secret",
  "badge",
  "pictures",
  "proof",
] as const;
