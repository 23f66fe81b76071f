/** Person types in plural, as in addresses. In a module of its own, so that lists do not load zod schemas. */
export const personKinds = ["students", "guardians", "employees"] as const;
export type PersonKind = (typeof personKinds)[number];
