/** Fields whose values go back into no page and into no draft. */
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
