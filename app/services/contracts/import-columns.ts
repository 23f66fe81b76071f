import { hasFeature, type Locale, type Realm, realms } from "~/realms/realm";
import { foldedWord } from "./import-words";
import { type AttributesWith, personFieldTable } from "./person-field-table";

export {
  groupSeparator,
  groupsOfWord,
  groupWord,
  joinList,
  roleOfWord,
  roleWord,
  splitList,
  yesNoOfWord,
  yesNoWord,
} from "./import-words";

/**
 * The columns of an import workbook, shared by templates, the import's heading detection, and exports. Ids match person attributes where
 * one exists. docs/product/control-panel.md#validation.
 */

/** The columns of a person's fields, then those of what is no field. */
export type ImportedAttribute = AttributesWith<"import", "kept" | "erasable">;
export type ImportColumnId =
  | ImportedAttribute
  | "role"
  | "administrator"
  | "organization"
  | "organizationCode"
  | "groups"
  | "uid";

export type ImportColumn = {
  id: ImportColumnId;
  headings: Record<Locale, string>;
  /** In characters, as workbooks measure columns. */
  width: number;
  /** Realms that have the column; all if missing. */
  realms?: readonly Realm[];
  /** Content of the column's drop-down list. */
  choices?: "role" | "group" | "yes-no";
  /** Whether changing the value needs a secure login. docs/product/control-panel.md#users. */
  needsSecureLogin: boolean;
  /** Whether CLEAN erases the value: external id, e-mail and external logins. */
  clearable: boolean;
  /** Whether creating a person requires it. */
  isRequired?: true;
  /** Whether templates have it; the others are only imported and exported. */
  inTemplate: boolean;
  /** Whether exports have it; passwords are never exported. */
  inExport: boolean;
};

/** The cell value that erases identity data, the same in every language. docs/product/control-panel.md#validation. */
export const cleanWord = "CLEAN";

/** `us` is set only where American English differs. */
type Words = Omit<Record<Locale, string>, "en-UK" | "en-US"> & { en: string; us?: string };

function headings({ en, us, ...others }: Words): Record<Locale, string> {
  return { ...others, "en-UK": en, "en-US": us ?? en };
}

type OwnColumn = {
  width: number;
  words: Words;
  choices?: ImportColumn["choices"];
  isRequired?: true;
  inTemplate?: false;
};

/** Every column, in the order of templates and exports. What a field's row in `personFieldTable` says is not repeated here. */
const columns: Record<ImportColumnId, OwnColumn> = {
  externalId: {
    width: 20,
    words: {
      en: "External ID",
      de: "Externe Kennung",
      fi: "Ulkoinen tunniste",
      fr: "Identifiant externe",
      nb: "Ekstern ID",
      nl: "Externe ID",
      sv: "Externt id",
    },
  },
  username: {
    isRequired: true,
    width: 24,
    words: {
      en: "Username",
      de: "Benutzername",
      fi: "Käyttäjätunnus",
      fr: "Identifiant",
      nb: "Brukernavn",
      nl: "Gebruikersnaam",
      sv: "Användarnamn",
    },
  },
  name: {
    inTemplate: false,
    width: 28,
    words: { en: "Name", de: "Name", fi: "Nimi", fr: "Nom", nb: "Navn", nl: "Naam", sv: "Namn" },
  },
  firstName: {
    isRequired: true,
    width: 20,
    words: {
      en: "First name",
      de: "Vorname",
      fi: "Etunimi",
      fr: "Prénom",
      nb: "Fornavn",
      nl: "Voornaam",
      sv: "Förnamn",
    },
  },
  lastName: {
    width: 22,
    words: {
      en: "Last name",
      de: "Nachname",
      fi: "Sukunimi",
      fr: "Nom de famille",
      nb: "Etternavn",
      nl: "Achternaam",
      sv: "Efternamn",
    },
  },
  preferredName: {
    inTemplate: false,
    width: 20,
    words: {
      en: "Preferred name",
      de: "Bevorzugter Name",
      fi: "Kutsumanimi",
      fr: "Prénom d’usage",
      nb: "Kallenavn",
      nl: "Voorkeursnaam",
      sv: "Kallas för",
    },
  },
  email: {
    width: 30,
    words: { en: "Email", de: "E-Mail", fi: "Sähköposti", fr: "E-mail", nb: "E-post", nl: "E-mail", sv: "E-post" },
  },
  role: {
    choices: "role",
    width: 18,
    words: { en: "Type", de: "Art", fi: "Tyyppi", fr: "Type", nb: "Type", nl: "Soort", sv: "Typ" },
  },
  administrator: {
    inTemplate: false,
    choices: "yes-no",
    width: 16,
    words: {
      en: "Administrator",
      de: "Verwaltungsrecht",
      fi: "Ylläpitäjä",
      fr: "Administrateur",
      nb: "Administrator",
      nl: "Beheerder",
      sv: "Administratör",
    },
  },
  organization: {
    width: 28,
    words: { en: "School", de: "Schule", fi: "Koulu", fr: "Établissement", nb: "Skole", nl: "School", sv: "Skola" },
  },
  organizationCode: {
    width: 20,
    words: {
      en: "School unit code",
      de: "Schulnummer",
      fi: "Oppilaitostunnus",
      fr: "Code de l’unité scolaire",
      nb: "Skoleenhetskode",
      nl: "Schoolcode",
      sv: "Skolenhetskod",
    },
  },
  groups: {
    choices: "group",
    width: 24,
    words: {
      en: "Classes and groups",
      de: "Klassen und Gruppen",
      fi: "Luokat ja ryhmät",
      fr: "Classes et groupes",
      nb: "Klasser og grupper",
      nl: "Klassen en groepen",
      sv: "Klasser och grupper",
    },
  },
  ageFilter: {
    width: 18,
    words: {
      en: "Books up to age",
      de: "Bücher bis Alter",
      fi: "Kirjat ikään asti",
      fr: "Livres jusqu’à l’âge de",
      nb: "Bøker opp til alder",
      nl: "Boeken tot leeftijd",
      sv: "Böcker upp till ålder",
    },
  },
  shared: {
    inTemplate: false,
    choices: "yes-no",
    width: 16,
    words: {
      en: "Shared account",
      de: "Gemeinsames Konto",
      fi: "Yhteiskäyttötili",
      fr: "Compte partagé",
      nb: "Delt konto",
      nl: "Gedeeld account",
      sv: "Delat konto",
    },
  },
  password: {
    width: 20,
    words: {
      en: "Password",
      de: "Passwort",
      fi: "Salasana",
      fr: "Mot de passe",
      nb: "Passord",
      nl: "Wachtwoord",
      sv: "Lösenord",
    },
  },
  eppn: {
    width: 30,
    words: {
      en: "School identity (eppn)",
      de: "Schulkennung (eppn)",
      fi: "Koulutunnus (eppn)",
      fr: "Identité scolaire (eppn)",
      nb: "Skoleidentitet (eppn)",
      nl: "Schoolidentiteit (eppn)",
      sv: "Skolidentitet (eppn)",
    },
  },
  gsuiteid: {
    inTemplate: false,
    width: 24,
    words: {
      en: "Google ID",
      de: "Google-ID",
      fi: "Google-tunniste",
      fr: "Identifiant Google",
      nb: "Google-ID",
      nl: "Google-ID",
      sv: "Google-id",
    },
  },
  gsuiteemail: {
    width: 30,
    words: {
      en: "Google email",
      de: "Google-E-Mail",
      fi: "Google-sähköposti",
      fr: "E-mail Google",
      nb: "E-post hos Google",
      nl: "E-mail bij Google",
      sv: "E-post hos Google",
    },
  },
  office365: {
    width: 30,
    words: {
      en: "Microsoft 365",
      de: "Microsoft 365",
      fi: "Microsoft 365",
      fr: "Microsoft 365",
      nb: "Microsoft 365",
      nl: "Microsoft 365",
      sv: "Microsoft 365",
    },
  },
  bankid: {
    width: 18,
    words: {
      en: "National e-ID",
      de: "Nationale eID",
      fi: "Kansallinen sähköinen tunniste",
      fr: "Identité numérique nationale",
      nb: "BankID",
      nl: "Nationale e-ID",
      sv: "BankID",
    },
  },
  sms: {
    width: 20,
    words: {
      en: "Mobile number for codes",
      us: "Cell number for codes",
      de: "Handy für Codes",
      fi: "Matkapuhelin koodeille",
      fr: "Mobile pour les codes",
      nb: "Mobil for koder",
      nl: "Mobiel voor codes",
      sv: "Mobil för koder",
    },
  },
  speakingBookRights: {
    choices: "yes-no",
    width: 16,
    words: {
      en: "Talking books",
      de: "Hörbücher mit Sonderrecht",
      fi: "Äänikirjat erityisoikeudella",
      fr: "Livres audio adaptés",
      nb: "Lydbøker med særskilt rett",
      nl: "Gesproken boeken",
      sv: "Talböcker",
    },
  },
  address: {
    inTemplate: false,
    width: 30,
    words: {
      en: "Street address",
      de: "Straße und Hausnummer",
      fi: "Katuosoite",
      fr: "Rue et numéro",
      nb: "Gateadresse",
      nl: "Straat en huisnummer",
      sv: "Gatuadress",
    },
  },
  postalCode: {
    inTemplate: false,
    width: 14,
    words: {
      en: "Postcode",
      us: "ZIP code",
      de: "Postleitzahl",
      fi: "Postinumero",
      fr: "Code postal",
      nb: "Postnummer",
      nl: "Postcode",
      sv: "Postnummer",
    },
  },
  secureAuth: {
    inTemplate: false,
    choices: "yes-no",
    width: 20,
    words: {
      en: "Secure login required",
      de: "Sichere Anmeldung nötig",
      fi: "Vahva kirjautuminen vaaditaan",
      fr: "Connexion sécurisée exigée",
      nb: "Krever sikker innlogging",
      nl: "Veilig inloggen verplicht",
      sv: "Kräv säker inloggning",
    },
  },
  uid: {
    inTemplate: false,
    width: 38,
    words: { en: "ID", de: "Kennung", fi: "Tunniste", fr: "Id", nb: "ID", nl: "ID", sv: "Id" },
  },
};

export const importColumnIds = Object.keys(columns) as ImportColumnId[];

/** In the order of templates and exports. */
export const importColumns: readonly ImportColumn[] = importColumnIds.map((id) => {
  const { words, inTemplate = true, ...column } = columns[id];
  return { id, headings: headings(words), inTemplate, ...column, ...ofField(id) };
});

/** What the person's field of the column says about it. */
function ofField(id: ImportColumnId): Pick<ImportColumn, "needsSecureLogin" | "clearable" | "inExport" | "realms"> {
  if (!isImportedAttribute(id)) return { needsSecureLogin: false, clearable: false, inExport: true };
  const { needsSecureLogin, import: kept, isExported, feature } = personFieldTable[id];
  const own = feature === null ? {} : { realms: realms.filter((realm) => hasFeature(realm, feature)) };
  return { needsSecureLogin, clearable: kept === "erasable", inExport: isExported, ...own };
}

export function isImportedAttribute(id: ImportColumnId): id is ImportedAttribute {
  return id in personFieldTable;
}

/** Common headings in customers' own files, in addition to ours. */
const otherHeadings: Partial<Record<ImportColumnId, readonly string[]>> = {
  externalId: ["Externes Kennzeichen", "Eksternt id", "Extern ID", "ID externe", "Student number", "Elevnummer"],
  username: ["User name", "Login", "Anmeldename", "Nom d’utilisateur", "Brukarnamn", "Inloggningsnamn"],
  name: ["Full name", "Koko nimi", "Nom complet", "Fullt navn", "Volledige naam", "Fullständigt namn"],
  firstName: ["Given name", "Forename", "Rufname", "Roepnaam", "Tilltalsnamn"],
  lastName: ["Surname", "Family name", "Familienname", "Zuname", "Familienaam"],
  email: ["Email address", "E-mail address", "E-Mail-Adresse", "Mail", "E-postadress", "E-postadresse", "Courriel"],
  role: ["Role", "Roll", "Rolle", "Rooli", "Rôle", "Rol", "User type", "Användartyp"],
  administrator: ["Admin", "Administrators", "Beheerders", "Administratörer", "Administratorer", "Ylläpitäjät"],
  organization: ["Schools", "Schulen", "Koulut", "Établissements", "École", "Skoler", "Scholen", "Skolor", "Skolenhet"],
  organizationCode: ["School code", "Code UAI", "UAI", "BRIN", "BRIN-nummer", "Koulukoodi", "Schulkennzeichen"],
  groups: [
    ...["Class", "Classes", "Group", "Groups", "Klasse", "Klassen", "Gruppe", "Gruppen", "Luokka", "Luokat", "Ryhmä"],
    ...["Ryhmät", "Classe", "Groupe", "Groupes", "Klasser", "Grupper", "Klas", "Groep", "Groepen", "Klass", "Grupp"],
  ],
  gsuiteemail: ["Google e-mail", "Google-konto", "Google account"],
  office365: ["Office 365", "Microsoft"],
  sms: ["SMS", "Mobile number", "Cell number", "Mobilnummer", "Handynummer", "Matkapuhelin"],
  speakingBookRights: ["Talböcker och lättläst"],
  address: ["Address", "Street", "Adresse", "Straße", "Osoite", "Rue", "Adres", "Adress"],
  postalCode: ["Postal code", "Zip", "PLZ", "Code postale", "Postnr"],
  uid: ["UID", "User ID", "UUID"],
};

const columnByHeading = new Map<string, ImportColumnId>();
for (const { id, headings: own } of importColumns) {
  for (const text of [...Object.values(own), ...(otherHeadings[id] ?? []), id])
    columnByHeading.set(foldedWord(text), id);
}

/** Maps a heading in any language to its column, ignoring case, spacing and accents; null if unknown. */
export function columnOfHeading(text: string): ImportColumnId | null {
  return columnByHeading.get(foldedWord(text)) ?? null;
}

export function importColumn(id: ImportColumnId): ImportColumn {
  const column = importColumns.find((each) => each.id === id);
  if (!column) throw new Error(`There is no column ${id}`);
  return column;
}

/** The columns of a realm's template, in order. */
export function templateColumns(realm: Realm): ImportColumn[] {
  return importColumns.filter((column) => column.inTemplate && isColumnOf(column, realm));
}

/** The columns of a realm's export, in order. */
export function exportedColumns(realm: Realm): ImportColumn[] {
  return importColumns.filter((column) => column.inExport && isColumnOf(column, realm));
}

function isColumnOf(column: ImportColumn, realm: Realm): boolean {
  return column.realms?.includes(realm) ?? true;
}
