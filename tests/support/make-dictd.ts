import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { temporaryFolder } from "./temporary-folder";

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const inBase64 = (value: number): string =>
  (value >= 64 ? inBase64(Math.floor(value / 64)) : "") + (digits[value % 64] ?? "");

const about = `Test dictionary

Availability:

    Available under the terms of the GNU General Public License ver. 2.0 and
  any later version.

Published at: https://dictionary.example/
`;

/**
 * Writes a dictionary of dictd in the form of FreeDict's, packed as dictzip does.
 * @param entries text by headword, without the headword's own line where it begins with it
 * @param lines further lines of the index
 * @returns path of its index
 */
export async function writeDictd(
  name: string,
  entries: Record<string, string>,
  { lines = [], info = about }: { lines?: readonly string[]; info?: string } = {},
): Promise<string> {
  const folder = await temporaryFolder("dictionary");
  const texts: Array<[string, string]> = [
    ["00databaseinfo", `00-database-info\n${info}`],
    ["00databaseshort", "00-database-short\nTest Dictionary ver. 0.2\n"],
    ...Object.entries(entries),
  ];
  let from = 0;
  const index: string[] = [];
  for (const [headword, text] of texts) {
    const length = Buffer.byteLength(text);
    index.push(`${headword}\t${inBase64(from)}\t${inBase64(length)}`);
    from += length;
  }
  const path = join(folder, `${name}.index`);
  await writeFile(path, `${[...index, ...lines].join("\n")}\n`);
  await writeFile(join(folder, `${name}.dict.dz`), gzipSync(texts.map(([, text]) => text).join("")));
  return path;
}
