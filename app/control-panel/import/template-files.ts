import { type Realm, realmRow } from "~/realms/realm";

/** Import templates and guides as static assets: they are not secret, so browsers may cache them indefinitely. */
const workbooks = import.meta.glob<string>("/templates/import/*.xlsx", {
  eager: true,
  query: "?url",
  import: "default",
});
const guides = import.meta.glob<string>("/templates/guides/*.pdf", { eager: true, query: "?url", import: "default" });

export type TemplateFiles = {
  template: { href: string; name: string };
  /** null if the country has none. */
  guide: { href: string; name: string } | null;
};

/** The country's import template and guide. docs/product/shell.md#users. */
export function templateFiles(realm: Realm): TemplateFiles {
  const { importTemplate, pdfGuide } = realmRow(realm);
  const guide = pdfGuide === null ? undefined : guides[`/templates/guides/${pdfGuide}`];
  return {
    template: { href: workbooks[`/templates/import/${importTemplate}`] ?? "", name: importTemplate },
    guide: guide === undefined || pdfGuide === null ? null : { href: guide, name: pdfGuide },
  };
}
