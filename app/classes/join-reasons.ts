/** Why a code opened no class, by the names of the texts. */
export const joinReasons = { unknown: "unknown", tooMany: "tooMany" } as const;
