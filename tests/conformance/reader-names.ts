import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#server/project-root";
import { locales } from "~/realms/realm";

/** Matches a button's name in any of our languages. */
export function nameOf(key: string): RegExp {
  const names = locales.flatMap((locale) => {
    const texts: unknown = JSON.parse(readFileSync(join(projectRoot, `locales/${locale}/reader.json`), "utf8"));
    const text = key
      .split(".")
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], texts);
    const flat = (texts as Record<string, unknown>)[key];
    return [text, flat].filter((one): one is string => typeof one === "string");
  });
  return new RegExp(`^(${names.map(literally).join("|")})`);
}

export function exactly(label: string): RegExp {
  return new RegExp(`^\\s*${label.trim().split(/\s+/).map(literally).join("\\s+")}\\s*$`);
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
