/** Intents of the forms about a family's payments. */
export const familyIntents = {
  search: "search",
  review: "review",
  refund: "refund",
  extend: "extend",
  done: "done",
} as const;

export const familiesPath = "/controlpanel/families";
export const statementsPath = `${familiesPath}/statements`;
export const familyPath = (uid: string) => `${familiesPath}/${uid}`;
export const refundPath = (uid: string, payment: string) => `${familyPath(uid)}/refund/${payment}`;
export const extensionPath = (uid: string) => `${familyPath(uid)}/extend`;
