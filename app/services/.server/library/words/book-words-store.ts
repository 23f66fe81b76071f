import { and, eq, ne, or, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { wordForm, wordFormsOf } from "~/epub/words";
import { dictionaries } from "~/services/.server/library/tables";
import type { BookWords, WordEntry } from "~/services/contracts/words";
import type { TextWords } from "./book-text-words";
import type { DictionaryEntry } from "./dictionary";
import { stemmerOf, variantsOf } from "./stemmers";

/** Most entries of one dictionary for one word. */
const mostEntries = 4;

type Languages = { from: string; to: string | null };

/** What the dictionaries of a pair of languages, and the book's glossary, say of the words in a book. */
export async function findBookWords(
  database: Database,
  { forms, glossary }: TextWords,
  { from, to }: Languages,
): Promise<BookWords> {
  const targets = to === null ? [from] : [from, to];
  const [languages, sources, explained] = await Promise.all([
    findTargets(database, from),
    findSources(database, from, targets),
    explainedForms(database, from, forms, glossary),
  ]);
  const entries: WordEntry[] = [];
  // A map: "constructor" is a word, and a property of every object.
  const words = new Map<string, number[]>();
  if (sources.length > 0 && forms.length > 0) {
    const indexes = new Map<string, number>();
    for (const row of await findEntries(
      database,
      from,
      forms,
      sources.map(({ id }) => id),
    )) {
      const source = sources.findIndex(({ id }) => id === row.dictionaryId);
      const ofForm = words.get(row.form) ?? [];
      words.set(row.form, ofForm);
      if (ofForm.filter((index) => entries[index]?.source === source).length >= mostEntries) continue;
      const key = `${row.dictionaryId} ${row.position}`;
      const index = indexes.get(key) ?? entries.push({ ...row.entry, source }) - 1;
      indexes.set(key, index);
      ofForm.push(index);
    }
  }
  return {
    ...{ from, to, languages, entries, glossary, words: Object.fromEntries(words), explained },
    sources: sources.map(({ id: _, ...source }) => source),
  };
}

/** Languages into which words of a language can be translated. */
async function findTargets(database: Database, from: string): Promise<string[]> {
  const rows = await database
    .selectDistinct({ to: dictionaries.toLanguage })
    .from(dictionaries)
    .where(and(eq(dictionaries.fromLanguage, from), ne(dictionaries.toLanguage, from)));
  return rows.map(({ to }) => to).sort();
}

function findSources(database: Database, from: string, targets: readonly string[]) {
  return database
    .select({
      id: dictionaries.id,
      name: dictionaries.name,
      language: dictionaries.toLanguage,
      licence: dictionaries.licence,
      url: dictionaries.url,
      attribution: dictionaries.attribution,
    })
    .from(dictionaries)
    .where(and(eq(dictionaries.fromLanguage, from), or(...targets.map((to) => eq(dictionaries.toLanguage, to)))))
    .orderBy(dictionaries.id);
}

type EntryRow = { form: string; dictionaryId: string; position: number; entry: DictionaryEntry };

/** Entries of the word itself, else of a form without its ending, else those of words with its stem. */
async function findEntries(
  database: Database,
  from: string,
  forms: readonly string[],
  ids: readonly string[],
): Promise<EntryRow[]> {
  const tried = forms.flatMap((form) => [
    { form, word: form, rank: 0 },
    ...variantsOf(from, form).map((word) => ({ form, word, rank: 1 })),
  ]);
  const { rows } = await database.execute<EntryRow>(sql`
    with tried as (select * from jsonb_to_recordset(${JSON.stringify(tried)}::jsonb) as t (form text, word text, rank integer)),
    stems as (
      select form, coalesce((ts_lexize(${stemmerOf(from)}::regdictionary, word))[1], word) as stem from tried where rank = 0
    ),
    sources as (select d.id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as d (id)),
    found as (
      select t.form, t.rank, e.dictionary_id, e.position, e.entry from tried t cross join sources d
      join library.dictionary_entries e on e.dictionary_id = d.id and e.key = t.word
      union all
      select s.form, 2, e.dictionary_id, e.position, e.entry from stems s cross join sources d
      join library.dictionary_entries e on e.dictionary_id = d.id and e.stem = s.stem
    ),
    ranked as (select *, rank() over (partition by form, dictionary_id order by rank) as place from found)
    select form, dictionary_id as "dictionaryId", position, entry from ranked where place = 1 order by 1, 2, 3`);
  return rows;
}

/** The words of the book that its glossary explains, in all their forms: "igelkotten" for the term "igelkott". */
async function explainedForms(
  database: Database,
  from: string,
  forms: readonly string[],
  glossary: TextWords["glossary"],
): Promise<Record<string, number[]>> {
  const explained = new Map<string, number[]>();
  if (glossary.length === 0) return {};
  const terms = glossary.map(({ term }) =>
    wordForm([...wordFormsOf(term)].length === 1 ? ([...wordFormsOf(term)][0] ?? term) : term),
  );
  const { rows } = await database.execute<{ form: string; index: number }>(sql`
    select f.form, (t.number - 1)::int as index
    from jsonb_array_elements_text(${JSON.stringify(terms)}::jsonb) with ordinality as t (term, number)
    join jsonb_array_elements_text(${JSON.stringify(forms)}::jsonb) as f (form)
      on f.form = t.term
      or coalesce((ts_lexize(${stemmerOf(from)}::regdictionary, f.form))[1], f.form)
        = coalesce((ts_lexize(${stemmerOf(from)}::regdictionary, t.term))[1], t.term)
    order by (f.form = t.term) desc, 2`);
  for (const { form, index } of rows) explained.set(form, [...(explained.get(form) ?? []), index]);
  return Object.fromEntries(explained);
}
