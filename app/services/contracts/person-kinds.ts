/** Person types in plural, as in addresses. In a module of its own, so that lists do not load zod schemas. */
export const personKinds = ["students", "guardians", "employees"] as const;
export type PersonKind = (typeof personKinds)[number];

/** The four lists of people; `users` contains everybody. */
export const listKinds = [...personKinds, "users"] as const;
export type ListKind = (typeof listKinds)[number];

export function isListKind(text: string | undefined): text is ListKind {
  return (listKinds as readonly string[]).includes(text ?? "");
}

export function isPersonKind(text: string | undefined): text is PersonKind {
  return (personKinds as readonly string[]).includes(text ?? "");
}
