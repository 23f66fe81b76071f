import { type Realm, realmRow } from "~/realms/realm";

/** The templates and guides as files of the build, by name: they hold no secret, and browsers may cache them for ever. */
const workbooks = import.meta.glob<string>("/templates/import/*.xlsx", {
  eager: true,
  query: "?url",
  import: "default",
});
const guides = import.meta.glob<string>("/templates/guides/*.pdf", { eager: true, query: "?url", import: "default" });

export type TemplateFiles = {
  template: { href: string; name: string };
  /** null where the country has none. */
  guide: { href: string; name: string } | null;
};

/** What a country fills in, and what it can read first. docs/product/shell.md#users. */
export function templateFiles(realm: Realm): TemplateFiles {
  const { importTemplate, pdfGuide } = realmRow(realm);
  const guide = pdfGuide === null ? undefined : guides[`/templates/guides/${pdfGuide}`];
  return {
    template: { href: workbooks[`/templates/import/${importTemplate}`] ?? "", name: importTemplate },
    guide: guide === undefined || pdfGuide === null ? null : { href: guide, name: pdfGuide },
  };
}
