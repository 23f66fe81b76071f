import { readBadge } from "~/services/contracts/badge";

type ScannedCode = { kind: "badge"; code: string } | { kind: "other" } | { kind: "nothing" };

/** Classifies the QR codes that a camera sees: a badge, another code, or none. */
export function findBadge(texts: readonly string[]): ScannedCode {
  const code = texts.map(readBadge).find((each) => each !== null);
  if (code) return { kind: "badge", code };
  return { kind: texts.length > 0 ? "other" : "nothing" };
}
