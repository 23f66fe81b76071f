import type { TFunction } from "i18next";

/** Providers that have a name of their own in the person's language; others go by what the environment calls them. */
const known = ["google", "microsoft", "gar", "domino", "vidis", "eid"];

export function providerName(t: TFunction<"session">, name: string): string {
  if (known.includes(name)) return t(`providers.${name}`);
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
