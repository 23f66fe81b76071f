import { randomInt } from "node:crypto";
import type { Realm } from "~/realms/realm";
import { dutch } from "./words/dutch";
import { english } from "./words/english";
import { finnish } from "./words/finnish";
import { french } from "./words/french";
import { german } from "./words/german";
import { norwegian } from "./words/norwegian";
import { swedish } from "./words/swedish";

/** Passwords that a child of seven reads and types: three words of the country's language. How strong they are: decision 51. */

const wordsOf = (list: string) => list.trim().split(/\s+/);

/** By country. */
export const childrensWords: Record<Realm, readonly string[]> = {
  de: wordsOf(german),
  fi: wordsOf(finnish),
  fr: wordsOf(french),
  nl: wordsOf(dutch),
  no: wordsOf(norwegian),
  se: wordsOf(swedish),
  uk: wordsOf(english),
  us: wordsOf(english),
};

const wordsAPassword = 3;

/** Three words, drawn at random, with hyphens between them: 11 letters and signs at least. */
export function makeWordPassword(realm: Realm): string {
  const words = childrensWords[realm];
  return Array.from({ length: wordsAPassword }, () => words[randomInt(words.length)]).join("-");
}
