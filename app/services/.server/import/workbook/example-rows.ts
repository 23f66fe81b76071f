import type { Locale } from "~/realms/realm";
import type { ImportColumnId } from "~/services/contracts/import-columns";

/** The example row of a template; it is never imported. */

export type ExampleCells = Partial<Record<ImportColumnId, string>>;

type Example = { username: string; firstName: string; lastName: string; groups: string; organization: string };

const examples: Record<Locale, Example> = {
  de: example("beispiel.mia", "Mia", "Beispiel", "1a", "Beispielschule"),
  fi: example("esimerkki.aino", "Aino", "Esimerkki", "1A", "Esimerkkikoulu"),
  fr: example("exemple.lea", "Léa", "Exemple", "CP A", "École Exemple"),
  nb: example("eksempel.nora", "Nora", "Eksempel", "1A", "Eksempelskolen"),
  nl: example("voorbeeld.emma", "Emma", "Voorbeeld", "3A", "Voorbeeldschool"),
  sv: example("exempel.alma", "Alma", "Exempel", "1A", "Exempelskolan"),
  "en-UK": example("example.olivia", "Olivia", "Example", "1A", "Example School"),
  "en-US": example("example.emma", "Emma", "Example", "1A", "Example School"),
};

function example(username: string, firstName: string, lastName: string, groups: string, organization: string): Example {
  return { username, firstName, lastName, groups, organization };
}

export function exampleOf(locale: Locale): Example {
  return examples[locale];
}

const usernames = new Set(Object.values(examples).map(({ username }) => username));
const marks = new Set(Object.values(examples).map((cells) => markOf((id) => cells[id])));

function markOf(textOf: (id: "username" | "firstName" | "lastName") => string): string {
  return JSON.stringify([textOf("username"), textOf("firstName"), textOf("lastName")]);
}

/** Whether a row is a template's example, in any language; with other names it is a person. */
export function isExample(textOf: (id: "username" | "firstName" | "lastName") => string): boolean {
  // The username alone rules out nearly every row.
  return usernames.has(textOf("username")) && marks.has(markOf(textOf));
}
