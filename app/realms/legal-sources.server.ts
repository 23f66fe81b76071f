import type { LegalPage } from "./legal-text";
import type { Locale } from "./realm";

/** The files of templates/legal: one for each language, page and version. */

const sources = import.meta.glob<string>("../../templates/legal/*/*/*.md", {
  eager: true,
  import: "default",
  query: "?raw",
});

/** undefined for a version that does not exist. */
export function legalSource(locale: Locale, page: LegalPage, version: string): string | undefined {
  const path = `../../templates/legal/${locale}/${page}/${version}.md`;
  return Object.hasOwn(sources, path) ? sources[path] : undefined;
}

/** The newest first. */
export function versionsOf(locale: Locale, page: LegalPage): string[] {
  const folder = `../../templates/legal/${locale}/${page}/`;
  const files = Object.keys(sources).filter((path) => path.startsWith(folder));
  return files
    .map((path) => path.slice(folder.length, -".md".length))
    .sort()
    .reverse();
}
