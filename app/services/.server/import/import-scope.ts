import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { type Access, relationToOrganization } from "~/services/.server/directory/access";
import { mayOnOrganization } from "~/services/.server/directory/permissions";
import { foldedWord } from "~/services/contracts/import-words";

/** Scope of an import: its organisation, those below it, and their groups. docs/product/control-panel.md#validation. */

export type ImportOrganization = {
  id: number;
  uid: string;
  name: string;
  /** School unit code; null if there is none. */
  code: string | null;
  above: number[];
};
export type ImportGroup = {
  id: number;
  uid: string;
  organizationId: number;
  name: string;
  type: "class" | "group" | "grade";
};

export type ImportScope = {
  /** The import's own organisation. */
  home: ImportOrganization;
  organizations: ReadonlyMap<number, ImportOrganization>;
  /** Organisations by folded name or code: several if a name is not unique. */
  named(text: string): ImportOrganization[];
  coded(text: string): ImportOrganization[];
  /** A group of an organisation by its name, unless deleted. */
  group(organizationId: number, name: string): ImportGroup | null;
  /** A group by its id, unless deleted. */
  groupById(id: number): ImportGroup | null;
  /** Groups with nearly the same name, unless deleted: `Klasse 1a` for `1a`. */
  groupsLike(name: string): ImportGroup[];
};

/** Names are compared case-insensitively, in Unicode normal form, and whatever spaces stand between their words. */
export function foldedName(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/g, " ").toLocaleLowerCase();
}

/** Maximum number of schools that a problem lists as allowed. */
const maxAllowed = 20;

/** Names, or codes, of the schools that a row may name. */
export function allowedNames({ organizations }: ImportScope, of: "name" | "code" = "name"): string[] {
  return [...organizations.values()].flatMap((each) => each[of] ?? []).slice(0, maxAllowed);
}

/** Words for "class" that schools add to a number and letter. */
const classWords = new Set(
  [
    ...[
      "class",
      "classe",
      "klas",
      "klass",
      "klassen",
      "klasse",
      "luokka",
      "grade",
      "year",
      "jahrgang",
      "årskurs",
      "åk",
    ],
    ...["trinn", "groep", "grupp", "gruppe", "group", "groupe", "ryhmä"],
  ].map(foldedWord),
);

/** A group's name without spaces and in one case: two new groups of a file that differ only in these are one. */
export function spacelessName(text: string): string {
  return foldedName(text).replaceAll(" ", "");
}

/** A group's name without spaces, punctuation and the word for "class"; all words if nothing would remain. */
function bareName(text: string): string {
  const words = text.split(/[^\p{L}\p{N}]+/u).map(foldedWord);
  return words.filter((word) => !classWords.has(word)).join("") || words.join("");
}

/** @returns null if the import's organisation is deleted or outside the importer's scope */
export async function readImportScope(
  database: Database | Transaction,
  access: Access,
  organizationId: number,
): Promise<ImportScope | null> {
  const { rows } = await database.execute<ImportOrganization>(sql`
    select o.id, o.uid, o.name, o.school_unit_code as code,
      (select json_agg(c.ancestor_id) from directory.organization_closure c where c.descendant_id = o.id) as above
    from directory.organization_closure below join directory.organizations o on o.id = below.descendant_id
    where below.ancestor_id = ${organizationId} and o.realm = ${access.realm} and o.status <> 'deleted' order by o.id`);
  const allowed = rows.filter((each) => mayOnOrganization(relationToOrganization(access, each), "ImportUsers"));
  const home = allowed.find(({ id }) => id === organizationId);
  if (!home) return null;
  const { rows: groups } = await database.execute<ImportGroup>(sql`
    select g.id, g.uid, g.organization_id as "organizationId", g.name, g.type from directory.groups g
    where g.organization_id = any (${sql.param(allowed.map(({ id }) => id))}::int[]) and g.status <> 'deleted' order by g.id`);
  const byName = grouped(allowed, ({ name }) => foldedName(name));
  const byCode = grouped(
    allowed.filter(({ code }) => code !== null),
    ({ code }) => foldedName(code ?? ""),
  );
  const byGroup = new Map(groups.map((group) => [`${group.organizationId} ${foldedName(group.name)}`, group]));
  const byId = new Map(groups.map((group) => [group.id, group]));
  const alike = grouped(groups, ({ name }) => bareName(name));
  return {
    home,
    organizations: new Map(allowed.map((each) => [each.id, each])),
    named: (text) => byName.get(foldedName(text)) ?? [],
    coded: (text) => byCode.get(foldedName(text)) ?? [],
    groupById: (id) => byId.get(id) ?? null,
    groupsLike: (name) => alike.get(bareName(name)) ?? [],
    group: (id, name) => byGroup.get(`${id} ${foldedName(name)}`) ?? null,
  };
}

/** Groups with nearly the same name elsewhere in the tree, where the importer may import too, with their schools' names. */
export type GroupsElsewhere = (name: string) => { name: string; school: string }[];

/** Groups of the tree outside of the import's own organisations. Others' groups are not revealed. */
export async function readGroupsElsewhere(
  database: Database | Transaction,
  access: Access,
  { home, organizations }: ImportScope,
): Promise<GroupsElsewhere> {
  const { rows } = await database.execute<ImportOrganization>(sql`
    select o.id, o.uid, o.name, o.school_unit_code as code,
      (select json_agg(c.ancestor_id) from directory.organization_closure c where c.descendant_id = o.id) as above
    from directory.organization_closure below join directory.organizations o on o.id = below.descendant_id
    where below.ancestor_id = (select directory.root_of(${home.id})) and o.realm = ${access.realm} and o.status <> 'deleted' order by o.id`);
  const others = rows.filter(
    (each) => !organizations.has(each.id) && mayOnOrganization(relationToOrganization(access, each), "ImportUsers"),
  );
  if (others.length === 0) return () => [];
  const { rows: groups } = await database.execute<{ name: string; school: string }>(sql`
    select g.name, o.name as school from directory.groups g join directory.organizations o on o.id = g.organization_id
    where g.organization_id = any (${sql.param(others.map(({ id }) => id))}::int[]) and g.status <> 'deleted' order by g.id`);
  const alike = grouped(groups, ({ name }) => bareName(name));
  return (name) => alike.get(bareName(name)) ?? [];
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
