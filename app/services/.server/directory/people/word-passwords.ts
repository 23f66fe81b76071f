import { randomInt } from "node:crypto";
import type { Realm } from "~/realms/realm";
import { dutch } from "./words/dutch";
import { english } from "./words/english";
import { finnish } from "./words/finnish";
import { french } from "./words/french";
import { german } from "./words/german";
import { norwegian } from "./words/norwegian";
import { swedish } from "./words/swedish";

/** Passwords that seven-year-olds can read and type: three words in the country's language. Decision 51 calculates their strength. */

const wordsOf = (list: string) => list.trim().split(/\s+/);

/** Word lists by country. */
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

/** Three random words joined with hyphens; at least 11 characters. */
export function makeWordPassword(realm: Realm): string {
  const words = childrensWords[realm];
  return Array.from({ length: wordsAPassword }, () => words[randomInt(words.length)]).join("-");
}
