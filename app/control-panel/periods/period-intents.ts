/** Intents of the forms on the periods page. */
export const periodIntents = { add: "add", save: "save", remove: "remove" } as const;

export const periodFieldNames = ["type", "start", "end"] as const;
export type PeriodFieldName = (typeof periodFieldNames)[number];
