import { basename } from "node:path";
import { parseArgs } from "node:util";
import { withDatabases } from "#server/postgres/with-databases";
import { StartRefused } from "#server/start-refused";
import { closeDatabases, connectDatabases } from "~/db/.server/connect";
import { describeNote } from "~/epub/ingest/describe-note";
import { BookRejected } from "~/epub/ingest/rejection";
import { isRealm, realms } from "~/realms/realm";
import { addBook } from "~/services/.server/library/add-book";
import { ingestBook } from "~/services/.server/library/ingest/ingest-book";
import { noteAddedBook, systemAuthor } from "~/services/.server/library/note-added-book";
import { storageFor } from "~/services/.server/library/storage-for";
import { runEntry, startEnvironment } from "./start-environment";

const usage = "Usage: npm run books:add -- FILE.epub [--realm se] [--id SLUG] [--subscription NAME] [--sample]";

/** `npm run books:add`: adds EPUBs to a realm's catalogue and prints their ids. docs/product/choices.md#books. */
await runEntry(async () => {
  const environment = startEnvironment();
  const { files, realm, id, subscription, sampleIn } = readArguments(environment.defaultRealm);
  await withDatabases(environment, "books-add", async (urls) => {
    // Nobody waits for a page here: a busy database may take its time.
    const databases = connectDatabases(urls, { max: 2, connectionLimit: 60_000 });
    const storage = storageFor(environment.storageUrl);
    try {
      for (const file of files) {
        const note = noteAddedBook(systemAuthor(realm, "books-add"));
        const options = { realms: [realm], id, subscription, sampleIn, note };
        const { id: added, notes: repairs } = await addBook(file, options, { databases, storage, ingest: ingestBook });
        // On the other stream, since programs read the ids.
        for (const repair of repairs) console.error(`${basename(file)}: ${describeNote(repair)}`);
        console.log(added);
      }
    } catch (error) {
      throw error instanceof BookRejected ? new StartRefused(error.message) : error;
    } finally {
      await closeDatabases(databases);
    }
  });
});

function readArguments(defaultRealm: string) {
  const { values, positionals } = parse();
  const realm = values.realm ?? defaultRealm;
  if (positionals.length === 0) throw new StartRefused(usage);
  if (!isRealm(realm)) throw new StartRefused(`There is no realm ${realm}: it is one of ${realms.join(", ")}`);
  if (values.id && positionals.length > 1) throw new StartRefused("--id goes with one file only");
  const sampleIn = values.sample ? [realm] : [];
  return { files: positionals, realm, id: values.id, subscription: values.subscription, sampleIn };
}

function parse() {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: { realm: text, id: text, subscription: text, sample: { type: "boolean" } },
    });
  } catch (error) {
    throw new StartRefused(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}
