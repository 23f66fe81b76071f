/** Reasons of a rejected request that the error page explains; sent as the response's text. */
export const refusalReasons = ["address", "foreign", "tooLarge", "away", "acting", "pictures"] as const;
export type RefusalReason = (typeof refusalReasons)[number];
