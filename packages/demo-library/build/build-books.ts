import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildBook } from "./build-book.ts";
import { SourceError } from "./source-error.ts";

/** `npm run demo-books [-- slug…]`: builds the named books, or all, into epub; what has not changed is left alone. */
const library = fileURLToPath(new URL("..", import.meta.url));
const books = join(library, "books");
const built = join(library, "epub");
const record = join(built, "built.json");
const atOnce = 2;

async function filesUnder(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts") && entry.name !== "scenes.md")
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** One hash over a book's source, the drawing kit and the build itself. */
async function sourceHash(slug: string): Promise<string> {
  const hash = createHash("sha256");
  for (const folder of [join(books, slug), join(library, "art"), join(library, "build")]) {
    for (const file of await filesUnder(folder)) {
      if (basename(file).startsWith("check-")) continue;
      hash.update(file.slice(library.length)).update(await readFile(file));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

async function readRecord(): Promise<Record<string, string>> {
  return existsSync(record) ? (JSON.parse(await readFile(record, "utf8")) as Record<string, string>) : {};
}

async function buildOne(slug: string, done: Record<string, string>): Promise<string> {
  const file = join(built, `${slug}.epub`);
  const hash = await sourceHash(slug);
  if (done[slug] === hash && existsSync(file)) return `${slug}: unchanged`;
  const began = Date.now();
  const { words, leaves, minutes } = await buildBook(join("books", slug), file);
  done[slug] = hash;
  const sorted = Object.fromEntries(Object.entries(done).sort(([a], [b]) => a.localeCompare(b)));
  await writeFile(record, `${JSON.stringify(sorted, null, 2)}\n`);
  const kilobytes = Math.round((await stat(file)).size / 1024);
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  return `${slug}: ${words} words, ${leaves} leaves, ${minutes.toFixed(1)} min, ${kilobytes} kB (built in ${seconds} s)`;
}

async function main(named: string[]): Promise<void> {
  process.chdir(library);
  const all = (await readdir(books, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const unknown = named.filter((slug) => !all.includes(slug));
  if (unknown.length > 0) throw new Error(`no such book: ${unknown.join(", ")} (there are ${all.join(", ")})`);
  const queue = named.length > 0 ? [...named] : all;
  const done = await readRecord();
  let failed = false;
  const work = async () => {
    for (let slug = queue.shift(); slug; slug = queue.shift()) {
      try {
        console.log(await buildOne(slug, done));
      } catch (error) {
        failed = true;
        console.error(error instanceof SourceError ? error.message : error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (failed) process.exitCode = 1;
}

await main(process.argv.slice(2));
