/** Reasons of a rejected request that the error page explains; sent as the response body. */
export const refusalReasons = [
  "address",
  "foreign",
  "form",
  "insecure",
  "tooLarge",
  "unavailable",
  "acting",
  "pictures",
  "joined",
  "withheld",
] as const;
export type RefusalReason = (typeof refusalReasons)[number];
