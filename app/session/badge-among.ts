import { readBadge } from "~/services/contracts/badge";

export type Seen = { kind: "badge"; code: string } | { kind: "other" } | { kind: "nothing" };

/** What the squares that a camera sees are: a badge, something else that a child holds up, or no squares at all. */
export function badgeAmong(texts: readonly string[]): Seen {
  const code = texts.map(readBadge).find((each) => each !== null);
  if (code) return { kind: "badge", code };
  return { kind: texts.length > 0 ? "other" : "nothing" };
}
