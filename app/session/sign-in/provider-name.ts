import type { TFunction } from "i18next";

/** Providers with a translated name; others are named by the environment. */
const known = ["google", "microsoft", "gar", "domino", "vidis", "eid"];

export function providerName(t: TFunction<"session">, name: string): string {
  if (known.includes(name)) return t(`providers.${name}`);
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
