/** Why a request was refused, where the error page can say more than its status does: it comes as the refusal's text. */
export const refusalReasons = ["address", "foreign", "tooLarge", "away", "acting"] as const;
export type RefusalReason = (typeof refusalReasons)[number];
