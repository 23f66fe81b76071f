/** Intents of the forms on the profile. */
export const profileIntents = {
  verifyEmail: "verify-email",
  changeEmail: "change-email",
  chooseMails: "choose-mails",
  changePassword: "change-password",
  setParentPin: "set-parent-pin",
  removeParentPin: "remove-parent-pin",
  beginSecondFactor: "begin-second-factor",
  confirmSecondFactor: "confirm-second-factor",
  removeSecondFactor: "remove-second-factor",
  endSession: "end-session",
  endOtherSessions: "end-other-sessions",
} as const;
export type Intent = (typeof profileIntents)[keyof typeof profileIntents];
