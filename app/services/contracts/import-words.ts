import type { Locale } from "~/realms/realm";
import type { PersonType } from "./person-field-table";

/** Cell values of import workbooks: roles, yes and no, and lists. docs/product/control-panel.md#validation. */

/** Normalises a word for comparison: only letters and digits, in lower case and without accents. */
export function foldedWord(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}

/** The first word of each language is used in templates and exports; the others are accepted on import. */
const roleWords: Record<PersonType, Record<Locale, readonly [string, ...string[]]>> = {
  student: {
    de: ["Schülerin/Schüler", "Schüler", "Schülerin", "Schüler/in", "SuS", "Kind"],
    fi: ["Oppilas", "Opiskelija"],
    fr: ["Élève", "Étudiant", "Étudiante"],
    nb: ["Elev"],
    nl: ["Leerling", "Scholier"],
    sv: ["Elev", "Barn"],
    "en-UK": ["Pupil", "Student"],
    "en-US": ["Student"],
  },
  guardian: {
    de: ["Erziehungsberechtigte", "Erziehungsberechtigt", "Erziehungsberechtigte/r", "Eltern", "Elternteil"],
    fi: ["Huoltaja", "Vanhempi"],
    fr: ["Responsable légal", "Parent", "Tuteur"],
    nb: ["Foresatt", "Forelder"],
    nl: ["Ouder of verzorger", "Ouder", "Verzorger"],
    sv: ["Vårdnadshavare", "Förälder"],
    "en-UK": ["Guardian", "Parent", "Carer"],
    "en-US": ["Guardian"],
  },
  employee: {
    de: ["Personal", "Lehrkraft", "Lehrer", "Lehrerin", "Lehrer/in", "Mitarbeiter/in"],
    fi: ["Henkilökunta", "Opettaja"],
    fr: ["Personnel", "Enseignant", "Enseignante", "Professeur"],
    nb: ["Ansatt", "Lærer", "Personale"],
    nl: ["Medewerker", "Leraar", "Docent", "Leerkracht", "Personeel"],
    sv: ["Personal", "Lärare", "Anställd"],
    "en-UK": ["Staff", "Employee", "Teacher", "Member of staff"],
    "en-US": ["Staff", "Staff member"],
  },
};

const yesNoWords: Record<Locale, readonly [yes: string, no: string]> = {
  de: ["Ja", "Nein"],
  fi: ["Kyllä", "Ei"],
  fr: ["Oui", "Non"],
  nb: ["Ja", "Nei"],
  nl: ["Ja", "Nee"],
  sv: ["Ja", "Nej"],
  "en-UK": ["Yes", "No"],
  "en-US": ["Yes", "No"],
};

const roleByWord = new Map<string, PersonType>();
for (const [role, words] of Object.entries(roleWords)) {
  for (const word of [role, ...Object.values(words).flat()]) roleByWord.set(foldedWord(word), role as PersonType);
}

const yesNoByWord = new Map<string, boolean>();
for (const [yes, no] of Object.values(yesNoWords)) yesNoByWord.set(foldedWord(yes), true).set(foldedWord(no), false);
// Values of spreadsheet checkboxes and common marks.
for (const word of ["true", "wahr", "vrai", "sant", "tosi", "waar", "1", "x", "y"]) yesNoByWord.set(word, true);
for (const word of ["false", "falsch", "faux", "falskt", "usann", "epatosi", "onwaar", "0", "n"])
  yesNoByWord.set(word, false);

/** Maps a word in any language to a person type; null if unknown. */
export function roleOfWord(text: string): PersonType | null {
  return roleByWord.get(foldedWord(text)) ?? null;
}

export function roleWord(role: PersonType, language: Locale): string {
  return roleWords[role][language][0];
}

/** Maps a word in any language to yes or no; null if unknown. */
export function yesNoOfWord(text: string): boolean | null {
  return yesNoByWord.get(foldedWord(text)) ?? null;
}

export function yesNoWord(value: boolean, language: Locale): string {
  return yesNoWords[language][value ? 0 : 1];
}

/**
 * Joins names into one cell, `1A; 1B`; names that contain a separator are quoted. `splitList` returns the same names, including blank ones:
 * in `organizationCode` and `administrator` the position in the list identifies the school.
 */
export function joinList(names: readonly string[]): string {
  return names
    .map((name) => (/[;,"\n]/.test(name) || name !== name.trim() ? `"${name.replaceAll('"', '""')}"` : name))
    .join("; ");
}

/** Splits a cell into names at semicolons, commas or line breaks; a blank cell has none. */
export function splitList(text: string): string[] {
  if (text.trim() === "") return [];
  const names: string[] = [];
  const part = /\s*(?:"((?:[^"]|"")*)"|([^;,\n]*))\s*(?:[;,\n]|$)/gy;
  while (part.lastIndex <= text.length) {
    const match = part.exec(text);
    // An unclosed quotation mark is part of a name.
    if (!match) return text.split(/[;,\n]/).map((name) => name.trim());
    names.push(match[1] === undefined ? (match[2] ?? "").trim() : match[1].replaceAll('""', '"'));
    if (!/[;,\n]$/.test(match[0])) break;
  }
  return names;
}

/** Separates a school from its group if the person has groups in several schools: `Northfield > 1A`. */
/** Stands between a school and its group in a `groups` cell. */
export const groupSeparator = " > ";

/** Cell text of a group; pass `organization` if the person belongs to several schools. */
export function groupWord(group: string, organization?: string): string {
  return organization === undefined ? group : `${organization}${groupSeparator}${group}`;
}

/** All possible readings of a name in a `groups` cell: as a whole, and as a group of a named school. */
export function groupsOfWord(text: string): { organization?: string; group: string }[] {
  const readings: { organization?: string; group: string }[] = [{ group: text.trim() }];
  for (let at = text.indexOf(">"); at >= 0; at = text.indexOf(">", at + 1)) {
    readings.push({ organization: text.slice(0, at).trim(), group: text.slice(at + 1).trim() });
  }
  return readings;
}
