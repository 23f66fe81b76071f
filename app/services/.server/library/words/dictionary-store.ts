import { asc, eq, sql } from "drizzle-orm";
import type { Database, Databases } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { type Region, regions } from "~/realms/realm";
import { dictionaries } from "~/services/.server/library/tables";
import { type DictionaryFile, DictionaryRefused, primarySubtag } from "./dictionary";
import { stemmerOf } from "./stemmers";

/** Entries written in one statement. */
const batch = 2000;

type Choices = {
  from?: string | undefined;
  to?: string | undefined;
  licence?: string | undefined;
  name?: string | undefined;
};
export type AddedDictionary = { id: string; from: string; to: string; name: string; licence: string; words: number };

/**
 * Stores a dictionary in every region; one with the same name and languages is replaced.
 * @throws DictionaryRefused without languages, licence or entries
 */
export async function addDictionary(
  databases: Databases,
  file: DictionaryFile,
  choices: Choices = {},
): Promise<AddedDictionary> {
  const from = primarySubtag(choices.from ?? file.languages?.from ?? "");
  const to = primarySubtag(choices.to ?? file.languages?.to ?? "");
  if (!from || !to) throw new DictionaryRefused("Name the languages, e.g. --from sv --to en");
  const licence = choices.licence ?? file.licence;
  if (!licence) throw new DictionaryRefused("The file names no licence; name it, e.g. --licence 'GPL 2 or later'");
  if (file.entries.length === 0) throw new DictionaryRefused("The file has no entry that can be used");
  const name = choices.name ?? file.name;
  // Without its version: a newer one replaces it.
  const id = `${from}-${to}-${name
    .replace(/\bver(?:sion)?\.?\s*[\d.]+/i, "")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60)}`;
  const added = { id, from, to, name, licence, words: file.entries.length };
  for (const region of regions) await write(databases[region], added, file);
  return added;
}

function write(database: Database, { id, from, to, name, licence }: AddedDictionary, file: DictionaryFile) {
  return inTransaction(database, async (transaction) => {
    await transaction.delete(dictionaries).where(eq(dictionaries.id, id));
    const { url, attribution } = file;
    await transaction
      .insert(dictionaries)
      .values({ id, fromLanguage: from, toLanguage: to, name, licence, url, attribution });
    for (let first = 0; first < file.entries.length; first += batch) {
      const rows = file.entries.slice(first, first + batch).map(({ key, ...entry }, index) => ({
        ...{ position: first + index, key, entry },
      }));
      await transaction.execute(sql`
        insert into library.dictionary_entries (dictionary_id, position, key, stem, entry)
        select ${id}, e.position, e.key, coalesce((ts_lexize(${stemmerOf(from)}::regdictionary, e.key))[1], e.key), e.entry
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (position integer, key text, entry jsonb)`);
    }
  });
}

/** The dictionaries of a region. */
export function listDictionaries(database: Database) {
  return database
    .select({
      id: dictionaries.id,
      from: dictionaries.fromLanguage,
      to: dictionaries.toLanguage,
      name: dictionaries.name,
      licence: dictionaries.licence,
    })
    .from(dictionaries)
    .orderBy(asc(dictionaries.id));
}

/** @returns whether there was one */
export async function removeDictionary(databases: Databases, id: string): Promise<boolean> {
  const removed = await Promise.all(
    regions.map((region: Region) =>
      databases[region].delete(dictionaries).where(eq(dictionaries.id, id)).returning({ id: dictionaries.id }),
    ),
  );
  return removed.some((rows) => rows.length > 0);
}
