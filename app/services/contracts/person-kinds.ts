/** The plural that stands in addresses. By itself, so that lists load no schemas. */
export const personKinds = ["students", "guardians", "employees"] as const;
export type PersonKind = (typeof personKinds)[number];
