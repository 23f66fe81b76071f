/** Reasons why a code was rejected, by translation key. */
export const joinReasons = { unknown: "unknown", tooMany: "tooMany" } as const;
