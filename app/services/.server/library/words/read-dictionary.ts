import { readDictdFile } from "./dictd-file";
import { type DictionaryFile, DictionaryRefused } from "./dictionary";
import { readStarDictFile } from "./stardict-file";

/** Reads a dictionary by the ending of its index: .index of dictd, .ifo of StarDict. @throws DictionaryRefused */
export function readDictionary(path: string): Promise<DictionaryFile> {
  if (path.endsWith(".index")) return readDictdFile(path);
  if (path.endsWith(".ifo")) return readStarDictFile(path);
  throw new DictionaryRefused("A dictionary is named by its .index file (dictd) or its .ifo file (StarDict)");
}
