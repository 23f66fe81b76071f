import { type Realm, realmRow } from "~/realms/realm";

/** Guides as static assets: they are not secret, so browsers may cache them indefinitely. */
const guides = import.meta.glob<string>("/templates/guides/*.pdf", { eager: true, query: "?url", import: "default" });

export type TemplateFiles = {
  /** File name of the country's template, which the service makes with the school's own classes. */
  template: { name: string };
  /** null if the country has none. */
  guide: { href: string; name: string } | null;
};

/** The country's import template and guide. docs/product/shell.md#users. */
export function templateFiles(realm: Realm): TemplateFiles {
  const { importTemplate, pdfGuide } = realmRow(realm);
  const guide = pdfGuide === null ? undefined : guides[`/templates/guides/${pdfGuide}`];
  return {
    template: { name: importTemplate },
    guide: guide === undefined || pdfGuide === null ? null : { href: guide, name: pdfGuide },
  };
}
