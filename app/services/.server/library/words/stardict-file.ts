import { basename } from "node:path";
import { wordForm } from "~/epub/words";
import { licenceIn, webAddress } from "./dictd-file";
import { type DictionaryFile, DictionaryRefused, languagesOfName } from "./dictionary";
import { plainText, readEntry } from "./dictionary-text";
import { entryCollector } from "./entry-collector";
import { readPacked } from "./read-packed";

/** Dictionaries of StarDict, versions 2.4.2 and 3.0.0: .ifo, .idx and .dict, of which the last two may be packed. */

/** @param path of the .ifo file. @throws DictionaryRefused */
export async function readStarDictFile(path: string): Promise<DictionaryFile> {
  const base = path.replace(/\.ifo$/, "");
  const info = fieldsOf((await readPacked([path]))?.toString("utf8") ?? "");
  const index = await readPacked([`${base}.idx`, `${base}.idx.gz`]);
  const data = await readPacked([`${base}.dict.dz`, `${base}.dict`]);
  if (!info || !index || !data) throw new DictionaryRefused(`${base}.ifo, .idx and .dict are all needed`);
  const sizeOfOffset = info.get("idxoffsetbits") === "64" ? 8 : 4;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const collected = entryCollector();
  let number = 0;
  for (let at = 0; at < index.length; ) {
    number++;
    const place = `entry ${number}`;
    const end = index.indexOf(0, at);
    if (end < 0 || end + 1 + sizeOfOffset + 4 > index.length) {
      collected.broken.push({ place, reason: "is cut off" });
      break;
    }
    const key = index.toString("utf8", at, end);
    const from = sizeOfOffset === 8 ? Number(index.readBigUInt64BE(end + 1)) : index.readUInt32BE(end + 1);
    const length = index.readUInt32BE(end + 1 + sizeOfOffset);
    at = end + 1 + sizeOfOffset + 4;
    if (key === "" || from + length > data.length) {
      collected.broken.push({ place, reason: key === "" ? "has no word" : "leads behind the end of the text" });
      continue;
    }
    try {
      const { text, pronunciation } = textOf(data.subarray(from, from + length), info.get("sametypesequence"), decoder);
      const entry = readEntry(key, text);
      collected.add(place, wordForm(key), entry && { ...entry, pronunciation: entry.pronunciation ?? pronunciation });
    } catch {
      collected.broken.push({ place, reason: "has a text that can't be read" });
    }
  }
  const description = plainText(info.get("description") ?? "");
  const about = ["author", "email", "website", "date"].flatMap((name) => info.get(name) ?? []);
  return {
    name: info.get("bookname") || basename(base),
    languages: languagesOfName(basename(base)),
    licence: licenceIn(description),
    url: webAddress(info.get("website") ?? ""),
    attribution: [...about, description].filter((line) => line !== "").join("\n"),
    ...collected,
  };
}

function fieldsOf(text: string): Map<string, string> | null {
  const [first = "", ...lines] = text.split(/\r?\n/);
  if (!first.includes("StarDict's dict ifo file")) return null;
  return new Map(lines.map((line) => [line.split("=")[0]?.trim() ?? "", line.split("=").slice(1).join("=").trim()]));
}

/** Parts of an entry, each of a type named by a letter: in capitals with a size of four bytes before it, else ended by a zero. */
function textOf(data: Buffer, sequence: string | undefined, decoder: TextDecoder) {
  let text = "";
  let pronunciation: string | null = null;
  let at = 0;
  const types = sequence ? [...sequence] : null;
  for (let index = 0; at < data.length && (!types || index < types.length); index++) {
    const type = types ? (types[index] ?? "m") : String.fromCharCode(data[at++] ?? 0);
    const isLast = types !== null && index === types.length - 1;
    let part: Buffer;
    if (type === type.toUpperCase()) {
      const size = isLast ? data.length - at : data.readUInt32BE(at);
      if (!isLast) at += 4;
      part = data.subarray(at, at + size);
      at += size;
    } else {
      const zero = data.indexOf(0, at);
      const end = isLast || zero < 0 ? data.length : zero;
      part = data.subarray(at, end);
      at = end + 1;
    }
    if (type === "t" || type === "y") pronunciation = decoder.decode(part).trim().slice(0, 80) || null;
    else if ("mlghxn".includes(type)) text += `${text === "" ? "" : "\n"}${decoder.decode(part)}`;
  }
  return { text, pronunciation };
}
