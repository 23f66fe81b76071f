import { basename } from "node:path";
import { wordForm } from "~/epub/words";
import { type DictionaryFile, DictionaryRefused, languagesOfName } from "./dictionary";
import { readEntry } from "./dictionary-text";
import { entryCollector } from "./entry-collector";
import { readPacked } from "./read-packed";

/**
 * Dictionaries of dictd, as FreeDict's of Debian: an index of lines "headword TAB offset TAB length" in base 64, and a text file that
 * may be packed by dictzip. Entries whose headwords begin with 00database describe the dictionary.
 */

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** A number in dictd's base 64; null if it is none. */
export function dictdNumber(text: string): number | null {
  if (text === "" || text.length > 6) return null;
  let number = 0;
  for (const letter of text) {
    const digit = digits.indexOf(letter);
    if (digit < 0) return null;
    number = number * 64 + digit;
  }
  return number;
}

/** @param path of the .index file; the text lies beside it. @throws DictionaryRefused */
export async function readDictdFile(path: string): Promise<DictionaryFile> {
  const base = path.replace(/\.index$/, "");
  const index = (await readPacked([path]))?.toString("utf8");
  const data = await readPacked([`${base}.dict.dz`, `${base}.dict`]);
  if (index === undefined || !data) throw new DictionaryRefused(`${base}.dict.dz and ${base}.index are both needed`);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const collected = entryCollector();
  const about = new Map<string, string>();
  for (const [at, line] of index.split("\n").entries()) {
    if (line.trim() === "") continue;
    const place = `line ${at + 1}`;
    const [headword = "", start, size] = line.replace(/\r$/, "").split("\t");
    const [from, length] = [dictdNumber(start ?? ""), dictdNumber(size ?? "")];
    if (headword === "" || from === null || length === null) {
      collected.broken.push({ place, reason: "is not a word with two numbers" });
      continue;
    }
    if (from + length > data.length) {
      collected.broken.push({ place, reason: "leads behind the end of the text" });
      continue;
    }
    let text: string;
    try {
      text = decoder.decode(data.subarray(from, from + length));
    } catch {
      collected.broken.push({ place, reason: "has a text that is not UTF-8" });
      continue;
    }
    const special = /^00-?database-?(.+)$/.exec(headword)?.[1];
    if (special) about.set(special, withoutHead(text));
    else collected.add(place, wordForm(headword), readEntry(headword, text));
  }
  const information = about.get("info") ?? "";
  return {
    name: about.get("short")?.split("\n")[0]?.trim() || basename(base),
    languages: languagesOfName(basename(base)),
    licence: licenceIn(information),
    url: webAddress(about.get("url") ?? "") ?? webAddress(/Published at:\s*(\S+)/.exec(information)?.[1] ?? ""),
    attribution: information.trim(),
    ...collected,
  };
}

/** The text of an entry about the dictionary, without its own headword. */
const withoutHead = (text: string) => text.replace(/^00-?database-?\S*\s*\n/, "").trim();

/** The licence that a description names, in its own words. */
export function licenceIn(information: string): string | null {
  const text = information.replace(/\s+/g, " ");
  // A sentence ends at a full stop before a capital letter: "ver. 2.0" is within it.
  const sentences = text.split(/\.\s+(?=[A-Z])|\.$/);
  const terms =
    /(?:available under|licen[cs]ed under|released under|distributed under) (?:the )?(?:terms of (?:the )?)?(.+)/i;
  const named =
    sentences.map((sentence) => terms.exec(sentence)?.[1]).find((found) => found !== undefined) ??
    /licen[cs]e:\s*([^;]{3,150}?)(?:\.\s|\.?$)/i.exec(text)?.[1];
  return named?.trim().slice(0, 200) || null;
}

export function webAddress(text: string): string | null {
  const found = /https?:\/\/\S+/.exec(text)?.[0];
  return found && URL.canParse(found) ? found.slice(0, 500) : null;
}
