import { parseArgs } from "node:util";
import { withDatabases } from "#server/postgres/with-databases";
import { StartRefused } from "#server/start-refused";
import { closeDatabases, connectDatabases, type Databases } from "~/db/.server/connect";
import { DictionaryRefused } from "~/services/.server/library/words/dictionary";
import { addDictionary, listDictionaries, removeDictionary } from "~/services/.server/library/words/dictionary-store";
import { readDictionary } from "~/services/.server/library/words/read-dictionary";
import { runEntry, startEnvironment } from "./start-environment";

const usage =
  "Usage: npm run dictionaries:add -- FILE.index|FILE.ifo [--from sv --to en] [--licence TEXT] [--name TEXT], or --list, or --remove ID";

/** Broken lines that are named one by one. */
const namedLines = 20;

/** `npm run dictionaries:add`: adds a dictionary for readers' words, lists those that there are, or removes one. docs/operating.md. */
await runEntry(async () => {
  const { values, positionals } = parse();
  const [file] = positionals;
  const ways = [values.list === true, values.remove !== undefined, file !== undefined];
  if (positionals.length > 1 || ways.filter(Boolean).length !== 1) throw new StartRefused(usage);
  await withDatabases(startEnvironment(), "dictionaries-add", async (urls) => {
    const databases = connectDatabases(urls, { max: 2, connectionLimit: 60_000 });
    try {
      if (values.remove !== undefined) await remove(databases, values.remove);
      else if (file !== undefined) await add(databases, file, values);
      else await list(databases);
    } catch (error) {
      throw error instanceof DictionaryRefused ? new StartRefused(error.message) : error;
    } finally {
      await closeDatabases(databases);
    }
  });
});

async function add(databases: Databases, path: string, choices: Parameters<typeof addDictionary>[2]) {
  const file = await readDictionary(path);
  const { id, name, from, to, words, licence } = await addDictionary(databases, file, choices);
  // On the other stream, since programs read the id.
  console.error(`${name} (${from} to ${to}): ${words} words, ${file.phrases} phrases left out. Licence: ${licence}`);
  if (file.broken.length > 0) console.error(`${file.broken.length} broken entries left out:`);
  for (const { place, reason } of file.broken.slice(0, namedLines)) console.error(`  ${place} ${reason}`);
  if (file.broken.length > namedLines) console.error(`  and ${file.broken.length - namedLines} more`);
  console.log(id);
}

async function list({ eu }: Databases) {
  for (const { id, name, licence } of await listDictionaries(eu)) console.log(`${id}\t${name}\t${licence}`);
}

async function remove(databases: Databases, id: string) {
  if (!(await removeDictionary(databases, id))) throw new StartRefused(`There is no dictionary ${id}`);
}

function parse() {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: { from: text, to: text, licence: text, name: text, remove: text, list: { type: "boolean" } },
    });
  } catch (error) {
    throw new StartRefused(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}
