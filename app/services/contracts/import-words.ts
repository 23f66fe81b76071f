import type { Locale } from "~/realms/realm";
import type { PersonType } from "./person-fields";

/** Words in the cells of import workbooks: roles, yes and no, and lists. docs/product/control-panel.md#validation. */

/** A word for comparing: letters and digits alone, in lower case and without accents, whatever was typed around them. */
export function foldedWord(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}

/** As templates and exports write them: the first word of each language. */
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
// What spreadsheets make of a ticked box, and what people mark with.
for (const word of ["true", "wahr", "vrai", "sant", "tosi", "waar", "1", "x", "y"]) yesNoByWord.set(word, true);
for (const word of ["false", "falsch", "faux", "falskt", "usann", "epatosi", "onwaar", "0", "n"])
  yesNoByWord.set(word, false);

/** The type of person that a word means in any of the languages; null for none. */
export function roleOfWord(text: string): PersonType | null {
  return roleByWord.get(foldedWord(text)) ?? null;
}

export function roleWord(role: PersonType, language: Locale): string {
  return roleWords[role][language][0];
}

/** Whether a word means yes or no in any of the languages; null for neither. */
export function yesNoOfWord(text: string): boolean | null {
  return yesNoByWord.get(foldedWord(text)) ?? null;
}

export function yesNoWord(value: boolean, language: Locale): string {
  return yesNoWords[language][value ? 0 : 1];
}

/**
 * Several names in one cell, `1A; 1B`; one that holds a separator stands in quotation marks. What `splitList` reads is what was
 * given here, blank names included: in `organizationCode` and `administrator` each belongs to the school at its place.
 */
export function joinList(names: readonly string[]): string {
  return names
    .map((name) => (/[;,"\n]/.test(name) || name !== name.trim() ? `"${name.replaceAll('"', '""')}"` : name))
    .join("; ");
}

/** The names of a cell, separated by semicolons, commas or line breaks; a blank cell has none. */
export function splitList(text: string): string[] {
  if (text.trim() === "") return [];
  const names: string[] = [];
  const part = /\s*(?:"((?:[^"]|"")*)"|([^;,\n]*))\s*(?:[;,\n]|$)/gy;
  while (part.lastIndex <= text.length) {
    const match = part.exec(text);
    // A quotation mark that nothing closes is part of a name.
    if (!match) return text.split(/[;,\n]/).map((name) => name.trim());
    names.push(match[1] === undefined ? (match[2] ?? "").trim() : match[1].replaceAll('""', '"'));
    if (!/[;,\n]$/.test(match[0])) break;
  }
  return names;
}

/** Between the school and its group, where a person's groups are of several schools: `Northfield > 1A`. */
const groupSeparator = " > ";

/** A group as a cell names it; `organization` is given where the person belongs to several schools. */
export function groupWord(group: string, organization?: string): string {
  return organization === undefined ? group : `${organization}${groupSeparator}${group}`;
}

/** Every way in which a name in a `groups` cell can be read: as a whole, and as a group of a named school. */
export function groupsOfWord(text: string): { organization?: string; group: string }[] {
  const readings: { organization?: string; group: string }[] = [{ group: text.trim() }];
  for (let at = text.indexOf(">"); at >= 0; at = text.indexOf(">", at + 1)) {
    readings.push({ organization: text.slice(0, at).trim(), group: text.slice(at + 1).trim() });
  }
  return readings;
}
