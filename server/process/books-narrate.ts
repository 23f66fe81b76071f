import { parseArgs } from "node:util";
import { withDatabases } from "#server/postgres/with-databases";
import { StartRefused } from "#server/start-refused";
import { closeDatabases, connectDatabases } from "~/db/.server/connect";
import { BookRejected } from "~/epub/ingest/rejection";
import { ingestBook } from "~/services/.server/library/ingest/ingest-book";
import { narrateBook, removeNarration } from "~/services/.server/library/narrate/narrate-book";
import { NarrationRefused } from "~/services/.server/library/narrate/narration-refused";
import { availableFormat, wavFormat } from "~/services/.server/library/narrate/store-sound";
import { voiceOf } from "~/services/.server/library/narrate/voice";
import { storageFor } from "~/services/.server/library/storage-for";
import { runEntry, startEnvironment } from "./start-environment";

const usage =
  "Usage: npm run books:narrate -- BOOK --voice VOICE [--program PATH] [--rate 150] [--seconds 60], or BOOK --remove";

/** `npm run books:narrate`: narrates a stored book by a computer's voice, or removes such a narration. docs/operating.md. */
await runEntry(async () => {
  const { book, voice } = readArguments();
  const environment = startEnvironment();
  await withDatabases(environment, "books-narrate", async (urls) => {
    const databases = connectDatabases(urls, { max: 2, connectionLimit: 60_000 });
    const parts = {
      databases,
      storage: storageFor(environment.storageUrl),
      ingest: ingestBook,
      caller: "books-narrate",
    };
    try {
      const added = voice ? await narrated(book, voice, parts) : await removeNarration(book, parts);
      console.log(added.id);
    } catch (error) {
      const isExpected = error instanceof NarrationRefused || error instanceof BookRejected;
      throw isExpected ? new StartRefused(error.message) : error;
    } finally {
      await closeDatabases(databases);
    }
  });
});

async function narrated(
  book: string,
  voice: Parameters<typeof voiceOf>[0],
  parts: Parameters<typeof removeNarration>[1],
) {
  const format = await availableFormat();
  // On the other stream, since programs read the id.
  if (format === wavFormat)
    console.error("There is no ffmpeg with MP3, so the sound is stored as WAV, five times as large");
  return await narrateBook(book, voiceOf(voice), format, parts, (done, of) => console.error(`${done} of ${of} pages`));
}

function readArguments() {
  const { values, positionals } = parse();
  const [book] = positionals;
  const isOne = positionals.length === 1 && (values.remove === true) === (values.voice === undefined);
  if (book === undefined || !isOne) throw new StartRefused(usage);
  if (values.voice === undefined) return { book, voice: null };
  const voice = {
    voice: values.voice,
    program: values.program,
    rate: numberOf("--rate", values.rate ?? "150"),
    seconds: numberOf("--seconds", values.seconds ?? "60"),
  };
  return { book, voice };
}

function numberOf(name: string, text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) === 0) throw new StartRefused(`${name} is a whole number above 0`);
  return Number(text);
}

function parse() {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: { voice: text, program: text, rate: text, seconds: text, remove: { type: "boolean" } },
    });
  } catch (error) {
    throw new StartRefused(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}
