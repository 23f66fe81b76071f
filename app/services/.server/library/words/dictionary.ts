/** A dictionary as its file gives it, before it is stored. Decision 105. */

export type DictionaryEntry = {
  headword: string;
  pronunciation: string | null;
  part: string | null;
  meanings: string[];
};

/** A line or entry that was left out. `place`: e.g. "line 17". */
export type BrokenLine = { place: string; reason: string };

export type DictionaryFile = {
  name: string;
  /** Three-letter or two-letter codes that the file or its name gives; null if it gives none. */
  languages: { from: string; to: string } | null;
  /** Null if the file names none. */
  licence: string | null;
  url: string | null;
  /** What the file says of its authors and terms, whole. */
  attribution: string;
  entries: Array<DictionaryEntry & { key: string }>;
  broken: BrokenLine[];
  /** Headwords of several words, which no single word can lead to. */
  phrases: number;
};

/** The file can't be used as a dictionary at all. The message is for the operator. */
export class DictionaryRefused extends Error {
  override readonly name = "DictionaryRefused";
}

/** Bytes of an unpacked file. */
export const maxFileSize = 512 * 1024 * 1024;

/** Three-letter codes of ISO 639-2 that differ from the primary subtag of BCP 47. */
const primarySubtags: Record<string, string> = {
  ...{ afr: "af", ara: "ar", ast: "ast", bre: "br", bul: "bg", cat: "ca", ces: "cs", cym: "cy", dan: "da", deu: "de" },
  ...{ ell: "el", eng: "en", epo: "eo", est: "et", eus: "eu", fao: "fo", fas: "fa", fin: "fi", fra: "fr", gla: "gd" },
  ...{ gle: "ga", heb: "he", hin: "hi", hrv: "hr", hun: "hu", ind: "id", isl: "is", ita: "it", jpn: "ja", kur: "ku" },
  ...{ lat: "la", lav: "lv", lit: "lt", mkd: "mk", nld: "nl", nno: "nn", nob: "nb", nor: "nb", oci: "oc", pol: "pl" },
  ...{ por: "pt", ron: "ro", rus: "ru", san: "sa", slk: "sk", slv: "sl", som: "so", spa: "es", sqi: "sq", srp: "sr" },
  ...{ swe: "sv", swh: "sw", tur: "tr", ukr: "uk", urd: "ur", vie: "vi", wol: "wo", zho: "zh", no: "nb" },
};

/** The primary subtag of BCP 47 for a code of two or three letters; null for anything else. */
export function primarySubtag(code: string): string | null {
  const [primary = ""] = code.trim().toLowerCase().split(/[-_]/);
  if (!/^[a-z]{2,3}$/.test(primary)) return null;
  return primarySubtags[primary] ?? primary;
}

/** Languages in a file's name such as "freedict-swe-eng" or "dict_sv-en". */
export function languagesOfName(name: string): { from: string; to: string } | null {
  const [, from, to] = /(?:^|[-_.])([a-z]{2,3})[-_]([a-z]{2,3})$/.exec(name) ?? [];
  return from && to ? { from, to } : null;
}
