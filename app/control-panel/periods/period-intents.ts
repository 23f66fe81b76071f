/** What the forms of the periods' page do. */
export const periodIntents = { add: "add", save: "save", remove: "remove" } as const;

export const periodFieldNames = ["type", "start", "end"] as const;
export type PeriodFieldName = (typeof periodFieldNames)[number];
