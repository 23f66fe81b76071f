import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { type Realm, realmRow } from "~/realms/realm";
import { templateColumns } from "~/services/contracts/import-columns";
import { groupAlphabet } from "./made-groups";
import { writeTemplate } from "./workbook/write-workbook";

/** Groups to choose from; a longer list could not be scrolled. */
const mostGroups = 5_000;

/** The country's template with the groups of an organisation. */
export async function writeSchoolTemplate(
  database: Database,
  realm: Realm,
  organizationId: number,
): Promise<{ name: string; content: Buffer }> {
  const { importTemplate, locale } = realmRow(realm);
  const groups = await groupNames(database, realm, organizationId);
  const stream = new PassThrough();
  const options = { realm, language: locale, columns: templateColumns(realm), groups };
  const [content] = await Promise.all([buffer(stream), writeTemplate(stream, options)]);
  return { name: importTemplate, content };
}

/** Names of the groups of an organisation, classes first; of one without groups, such as a municipality, those of the schools below it. */
export async function groupNames(database: Database, realm: Realm, organizationId: number): Promise<string[]> {
  const { rows } = await database.execute<{ name: string; isClass: boolean }>(sql`
    with found as (
      select g.name, g.type = 'class' as is_class, c.descendant_id = ${organizationId} as is_own
      from directory.organization_closure c
      join directory.organizations o on o.id = c.descendant_id and o.status <> 'deleted'
      join directory.groups g on g.organization_id = o.id and g.status <> 'deleted'
      where c.ancestor_id = ${organizationId})
    select name, bool_or(is_class) as "isClass" from found
    where is_own or not exists (select 1 from found own where own.is_own)
    group by name order by 2 desc, 1 limit ${mostGroups}`);
  const { compare } = groupAlphabet(realm);
  const sorted = rows.sort(
    (one, other) => Number(other.isClass) - Number(one.isClass) || compare(one.name, other.name),
  );
  return sorted.map(({ name }) => name);
}
