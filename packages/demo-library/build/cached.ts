import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

const folder = join(".cache", "content");

/**
 * What `make` makes, cached in .cache/content between runs and made again only if its inputs have changed:
 * `parts` (data) and `code` (files of this folder). A failure is not cached.
 */
export async function cached(
  kind: string,
  parts: (string | Buffer)[],
  code: string[],
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  for (const file of code) hash.update(await readFile(new URL(`./${file}`, import.meta.url)));
  const file = join(folder, `${kind}-${hash.digest("hex").slice(0, 24)}`);
  if (existsSync(file)) return readFile(file);
  const made = await make();
  await mkdir(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, made);
  await rename(unfinished, file);
  return made;
}
