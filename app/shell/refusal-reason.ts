/** Reasons of a rejected request that the error page explains; sent as the response's text. */
export const refusalReasons = ["address", "foreign", "tooLarge", "away", "acting"] as const;
export type RefusalReason = (typeof refusalReasons)[number];
