import type { Locale } from "~/realms/realm";
import type { ImportColumnId } from "~/services/contracts/import-columns";

/** Texts of templates beside the headings; `{product}` is the product's name, `{sheet}` the name of the first sheet. */

/** The columns that a template can have. */
export type TemplateColumnId = Exclude<
  ImportColumnId,
  "uid" | "name" | "administrator" | "shared" | "gsuiteid" | "preferredName" | "address" | "postalCode" | "secureAuth"
>;

type TemplateTexts = {
  sheets: { people: string; instructions: string; lists: string };
  /** Heading of the reasons column in a corrected workbook. */
  reason: string;
  title: string;
  lines: readonly string[];
  /** Explanation of the mark after a required heading. */
  required: string;
  /** Headings of the table of columns. */
  column: string;
  whatToWrite: string;
  hints: Record<TemplateColumnId, string>;
  /** Typical class names in that country, as initial choices. */
  groups: readonly string[];
};

const english: TemplateTexts = {
  sheets: { people: "People", instructions: "Instructions", lists: "Lists" },
  reason: "What to correct",
  title: "How to import people into {product}",
  lines: [
    "Enter one person per row on the “{sheet}” sheet. The columns can be in any order, and you can delete any you don’t need.",
    "Don’t change the headings. {product} ignores columns with other headings, and lists them for you.",
    "The example row is never imported. You can delete it or type over it.",
    "If you leave a cell empty, the saved value doesn’t change. To remove an external ID, an email address or an external login, enter the word CLEAN in capital letters.",
    "Save the file as an Excel workbook (.xlsx) and upload it in the control panel, under Import. You’ll see every change before anything is saved.",
  ],
  required: "Columns marked with * are required for new people. All other columns can be left empty.",
  column: "Column",
  whatToWrite: "What to enter",
  hints: {
    externalId: "The person’s ID in your own system. We use it to match people who already have an account.",
    username: "The name that the person logs in with. We also use it to match people who already have an account.",
    firstName: "The first name.",
    lastName: "The last name, if the person has one.",
    email: "The person’s own email address.",
    role: "Choose pupil, guardian or staff from the list. If the cell is empty, a new person is added as a pupil.",
    organization: "Only needed if the file covers several schools: the school’s name, exactly as in {product}.",
    organizationCode: "The school unit code. You can use it instead of the school’s name.",
    groups:
      "Classes and groups, separated by semicolons: 1A; Choir. Use the same names as in {product}, because “1A” and “Class 1A” count as two classes. Classes that don’t exist yet are created.",
    ageFilter: "Pupils only: an age from 0 to 21. Books for older children are hidden.",
    password: "At least 8 characters. Leave it empty if you want {product} to create the passwords.",
    eppn: "The person’s identity in your school’s own login system.",
    gsuiteemail: "The email address that the person uses for Google.",
    office365: "The email address that the person uses for Microsoft 365.",
    bankid: "Staff only: the 12-digit national identity number.",
    sms: "Staff only: the mobile number for login codes.",
    speakingBookRights: "Yes if the person is entitled to talking books, otherwise no.",
  },
  groups: ["1A", "1B", "2A", "2B", "3A", "3B", "4A", "4B", "5A", "5B", "6A", "6B"],
};

const texts: Record<Locale, TemplateTexts> = {
  "en-UK": english,
  "en-US": {
    ...english,
    hints: {
      ...english.hints,
      role: "Choose student, guardian or staff from the list. If the cell is empty, a new person is added as a student.",
      ageFilter: "Students only: an age from 0 to 21. Books for older children are hidden.",
      sms: "Staff only: the cell phone number for login codes.",
    },
  },
  de: {
    sheets: { people: "Personen", instructions: "Anleitung", lists: "Listen" },
    reason: "Was zu korrigieren ist",
    title: "So importieren Sie Personen in {product}",
    lines: [
      "Schreiben Sie auf dem Blatt „{sheet}“ eine Zeile für jede Person. Die Reihenfolge der Spalten ist frei, und was Sie nicht brauchen, können Sie weglassen.",
      "Lassen Sie die Überschriften, wie sie sind. Spalten, die {product} nicht kennt, bleiben unberücksichtigt; Sie erfahren, welche.",
      "Die graue Beispielzeile wird nie importiert. Sie können sie löschen oder überschreiben.",
      "Eine leere Zelle lässt das Gespeicherte, wie es ist. Das Wort CLEAN in Großbuchstaben löscht eine externe Kennung, eine E-Mail-Adresse oder eine externe Anmeldung.",
      "Speichern Sie die Datei als Excel-Arbeitsmappe (.xlsx) und laden Sie sie in der Verwaltung unter „Import“ hoch. Sie sehen alles, was sich ändern würde, bevor etwas gespeichert wird.",
    ],
    required: "Mit * gekennzeichnete Spalten sind bei neuen Personen auszufüllen. Alle anderen dürfen leer bleiben.",
    column: "Spalte",
    whatToWrite: "Was Sie eintragen",
    hints: {
      externalId: "Die Nummer der Person in Ihrem eigenen System. Daran werden vorhandene Personen erkannt.",
      username: "Damit meldet sich die Person an. Auch daran werden vorhandene Personen erkannt.",
      firstName: "Der Vorname.",
      lastName: "Der Nachname, wenn es einen gibt.",
      email: "Die eigene E-Mail-Adresse der Person.",
      role: "Aus der Liste wählen: Schülerin/Schüler, Erziehungsberechtigte oder Personal. Neue Personen ohne Angabe gelten als Schülerin oder Schüler.",
      organization:
        "Nur nötig, wenn die Datei mehrere Schulen umfasst: der Name der Schule, wie er in {product} steht.",
      organizationCode: "Anstelle des Namens: die Schulnummer.",
      groups:
        "Klassen und Gruppen, mehrere durch Semikolon getrennt: 1a; Chor. Bitte so schreiben, wie sie in {product} heißen, denn „1a“ und „Klasse 1a“ sind zwei Klassen. Fehlende Klassen werden angelegt.",
      ageFilter: "Nur für Schülerinnen und Schüler: eine Zahl von 0 bis 21. Bücher für Ältere werden ausgeblendet.",
      password: "Mindestens 8 Zeichen. Leer lassen, wenn {product} die Passwörter erstellen soll.",
      eppn: "Die Kennung, die die Anmeldung Ihrer Schule der Person gibt.",
      gsuiteemail: "Die Adresse, mit der sich die Person bei Google anmeldet.",
      office365: "Die Adresse, mit der sich die Person bei Microsoft 365 anmeldet.",
      bankid: "Nur für Personal: die nationale Identitätsnummer, 12 Ziffern.",
      sms: "Nur für Personal: die Handynummer, an die Codes gehen.",
      speakingBookRights: "Ja für Personen mit Anspruch auf besondere Hörbücher, sonst Nein.",
    },
    groups: ["1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b", "5a", "5b", "6a", "6b"],
  },
  fi: {
    sheets: { people: "Henkilöt", instructions: "Ohjeet", lists: "Luettelot" },
    reason: "Korjattavaa",
    title: "Näin tuot henkilöt {product}-palveluun",
    lines: [
      "Kirjoita taulukkoon ”{sheet}” yksi rivi henkilöä kohden. Sarakkeiden järjestys on vapaa, ja tarpeettomat voit jättää pois.",
      "Säilytä otsikot ennallaan. Sarakkeet, joita {product} ei tunne, jätetään huomiotta, ja saat tietää mitkä ne ovat.",
      "Harmaata esimerkkiriviä ei koskaan tuoda. Voit poistaa sen tai kirjoittaa sen päälle.",
      "Tyhjä solu jättää tallennetun tiedon ennalleen. Sana CLEAN isoin kirjaimin poistaa ulkoisen tunnisteen, sähköpostiosoitteen tai ulkoisen kirjautumisen.",
      "Tallenna tiedosto Excel-työkirjana (.xlsx) ja lähetä se hallintapaneelin kohdassa Tuonti. Näet kaikki muutokset ennen kuin mitään tallennetaan.",
    ],
    required: "Tähdellä (*) merkityt sarakkeet on täytettävä uudelle henkilölle. Kaikki muut voi jättää tyhjiksi.",
    column: "Sarake",
    whatToWrite: "Mitä kirjoitetaan",
    hints: {
      externalId: "Henkilön numero omassa järjestelmässänne. Sen perusteella löydetään jo palvelussa olevat henkilöt.",
      username: "Tunnus, jolla henkilö kirjautuu. Myös sen perusteella löydetään jo palvelussa olevat henkilöt.",
      firstName: "Etunimi.",
      lastName: "Sukunimi, jos henkilöllä on sellainen.",
      email: "Henkilön oma sähköpostiosoite.",
      role: "Valitse luettelosta: oppilas, huoltaja tai henkilökunta. Jos solu on tyhjä, uusi henkilö on oppilas.",
      organization:
        "Tarvitaan vain, kun tiedostossa on useita kouluja: koulun nimi niin kuin se on {product}-palvelussa.",
      organizationCode: "Nimen sijasta: oppilaitostunnus.",
      groups:
        "Luokat ja ryhmät; erota useat puolipisteellä: 1A; Kuoro. Kirjoita nimet niin kuin ne ovat {product}-palvelussa, sillä ”1A” ja ”Luokka 1A” ovat eri luokkia. Puuttuva luokka luodaan.",
      ageFilter: "Vain oppilaille: luku väliltä 0–21. Vanhemmille tarkoitetut kirjat piilotetaan.",
      password: "Vähintään 8 merkkiä. Jätä tyhjäksi, jos {product} luo salasanat.",
      eppn: "Tunniste, jonka koulunne oma kirjautuminen antaa henkilölle.",
      gsuiteemail: "Osoite, jolla henkilö kirjautuu Googleen.",
      office365: "Osoite, jolla henkilö kirjautuu Microsoft 365:een.",
      bankid: "Vain henkilökunnalle: henkilön kansallinen tunniste.",
      sms: "Vain henkilökunnalle: matkapuhelinnumero, johon koodit lähetetään.",
      speakingBookRights: "Kyllä, jos henkilöllä on oikeus äänikirjoihin, muuten ei.",
    },
    groups: ["1A", "1B", "2A", "2B", "3A", "3B", "4A", "4B", "5A", "5B", "6A", "6B"],
  },
  fr: {
    sheets: { people: "Personnes", instructions: "Mode d’emploi", lists: "Listes" },
    reason: "À corriger",
    title: "Importer des personnes dans {product}",
    lines: [
      "Écrivez une ligne par personne sur la feuille « {sheet} ». Les colonnes peuvent être dans n’importe quel ordre, et vous pouvez supprimer celles qui ne vous servent pas.",
      "Gardez les titres tels quels. Les colonnes que {product} ne connaît pas sont ignorées, et vous saurez lesquelles.",
      "La ligne d’exemple en gris n’est jamais importée. Vous pouvez la supprimer ou écrire par-dessus.",
      "Une cellule vide ne change rien à ce qui est enregistré. Le mot CLEAN, en majuscules, efface un identifiant externe, une adresse e-mail ou une connexion externe.",
      "Enregistrez le fichier au format Excel (.xlsx) et envoyez-le depuis l’espace de gestion, rubrique Importation. Vous voyez tout ce qui changerait avant que quoi que ce soit soit enregistré.",
    ],
    required:
      "Les colonnes marquées d’un astérisque (*) sont obligatoires pour une nouvelle personne. Toutes les autres peuvent rester vides.",
    column: "Colonne",
    whatToWrite: "Que faut-il écrire",
    hints: {
      externalId:
        "Le numéro de la personne dans votre propre logiciel. Il permet de retrouver les personnes déjà inscrites.",
      username:
        "Ce que la personne saisit pour se connecter. Il permet aussi de retrouver les personnes déjà inscrites.",
      firstName: "Le prénom.",
      lastName: "Le nom de famille, s’il y en a un.",
      email: "L’adresse e-mail personnelle de la personne.",
      role: "À choisir dans la liste : élève, responsable légal ou personnel. Sans indication, une nouvelle personne est un élève.",
      organization:
        "Utile seulement si le fichier concerne plusieurs établissements : le nom tel qu’il figure dans {product}.",
      organizationCode: "À la place du nom : le code de l’unité scolaire.",
      groups:
        "Classes et groupes, séparés par un point-virgule : CP A; Chorale. Écrivez-les comme dans {product} : « CP A » et « Classe CP A » seraient deux classes. Une classe qui n’existe pas encore est créée.",
      ageFilter: "Pour les élèves : un nombre de 0 à 21. Les livres destinés aux plus grands sont masqués.",
      password: "Au moins 8 caractères. Laissez vide si {product} doit créer les mots de passe.",
      eppn: "L’identité que la connexion de votre établissement donne à la personne.",
      gsuiteemail: "L’adresse avec laquelle la personne se connecte à Google.",
      office365: "L’adresse avec laquelle la personne se connecte à Microsoft 365.",
      bankid: "Pour le personnel : le numéro national d’identité.",
      sms: "Pour le personnel : le numéro de mobile qui reçoit les codes.",
      speakingBookRights: "Oui pour une personne qui a droit aux livres audio adaptés, sinon non.",
    },
    groups: ["CP A", "CP B", "CE1 A", "CE1 B", "CE2 A", "CE2 B", "CM1 A", "CM1 B", "CM2 A", "CM2 B", "6e A", "6e B"],
  },
  nb: {
    sheets: { people: "Personer", instructions: "Veiledning", lists: "Lister" },
    reason: "Dette må rettes",
    title: "Slik importerer du personer til {product}",
    lines: [
      "Skriv én rad for hver person på arket «{sheet}». Kolonnene kan stå i hvilken som helst rekkefølge, og du kan fjerne dem du ikke trenger.",
      "La overskriftene stå som de er. Kolonner som {product} ikke kjenner, blir utelatt, og du får vite hvilke.",
      "Den grå eksempelraden blir aldri importert. Du kan slette den eller skrive over den.",
      "En tom celle lar det som er lagret, stå. Ordet CLEAN med store bokstaver sletter en ekstern ID, en e-postadresse eller en ekstern innlogging.",
      "Lagre filen som Excel-arbeidsbok (.xlsx) og last den opp i kontrollpanelet under Import. Du ser alt som ville bli endret, før noe lagres.",
    ],
    required: "Kolonner merket med * må fylles ut for nye personer. Alle andre kan stå tomme.",
    column: "Kolonne",
    whatToWrite: "Hva du skriver",
    hints: {
      externalId: "Personens nummer i deres eget system. Personer som finnes fra før, blir funnet ved hjelp av det.",
      username: "Det personen logger inn med. Personer som finnes fra før, blir også funnet ved hjelp av det.",
      firstName: "Fornavnet.",
      lastName: "Etternavnet, hvis personen har et.",
      email: "Personens egen e-postadresse.",
      role: "Velg fra listen: elev, foresatt eller ansatt. Nye personer uten type blir elever.",
      organization: "Trengs bare når filen gjelder flere skoler: skolens navn slik det står i {product}.",
      organizationCode: "I stedet for navnet: skoleenhetskoden.",
      groups:
        "Klasser og grupper, flere med semikolon mellom: 1A; Kor. Skriv dem slik de heter i {product}: «1A» og «Klasse 1A» er to klasser. En klasse som ikke finnes, blir opprettet.",
      ageFilter: "Bare elever: et tall fra 0 til 21. Bøker for eldre barn skjules.",
      password: "Minst 8 tegn. La feltet stå tomt hvis {product} skal lage passordene.",
      eppn: "Identiteten som skolens egen innlogging gir personen.",
      gsuiteemail: "Adressen personen logger inn hos Google med.",
      office365: "Adressen personen logger inn i Microsoft 365 med.",
      bankid: "Bare ansatte: personnummeret som BankID bruker.",
      sms: "Bare ansatte: mobilnummeret som får kodene.",
      speakingBookRights: "Ja for den som har rett til lydbøker med særskilt rett, ellers nei.",
    },
    groups: ["1A", "1B", "2A", "2B", "3A", "3B", "4A", "4B", "5A", "5B", "6A", "6B"],
  },
  nl: {
    sheets: { people: "Personen", instructions: "Uitleg", lists: "Lijsten" },
    reason: "Te verbeteren",
    title: "Zo importeert u personen in {product}",
    lines: [
      "Schrijf op het blad ‘{sheet}’ één rij per persoon. De volgorde van de kolommen is vrij, en wat u niet nodig hebt, kunt u weglaten.",
      "Laat de koppen zoals ze zijn. Kolommen die {product} niet kent, worden overgeslagen; u ziet welke dat zijn.",
      "De grijze voorbeeldrij wordt nooit geïmporteerd. U kunt hem verwijderen of overschrijven.",
      "Een lege cel laat staan wat is opgeslagen. Het woord CLEAN in hoofdletters wist een externe ID, een e-mailadres of een externe login.",
      "Bewaar het bestand als Excel-werkmap (.xlsx) en upload het in het beheer onder Import. U ziet alles wat zou veranderen voordat er iets wordt opgeslagen.",
    ],
    required: "Kolommen met een * moeten voor een nieuwe persoon worden ingevuld. Alle andere mogen leeg blijven.",
    column: "Kolom",
    whatToWrite: "Wat u invult",
    hints: {
      externalId: "Het nummer van de persoon in uw eigen systeem. Daarmee worden bestaande personen herkend.",
      username: "Waarmee de persoon inlogt. Ook daarmee worden bestaande personen herkend.",
      firstName: "De voornaam.",
      lastName: "De achternaam, als die er is.",
      email: "Het eigen e-mailadres van de persoon.",
      role: "Kies uit de lijst: leerling, ouder of verzorger, of medewerker. Een nieuwe persoon zonder soort is een leerling.",
      organization:
        "Alleen nodig als het bestand over meer scholen gaat: de naam van de school zoals die in {product} staat.",
      organizationCode: "In plaats van de naam: de schoolcode.",
      groups:
        "Klassen en groepen, met een puntkomma ertussen: 3A; Koor. Schrijf ze zoals ze in {product} heten: ‘3A’ en ‘Klas 3A’ zijn twee klassen. Een klas die er nog niet is, wordt gemaakt.",
      ageFilter: "Alleen leerlingen: een getal van 0 tot en met 21. Boeken voor oudere kinderen worden verborgen.",
      password: "Minstens 8 tekens. Laat leeg als {product} de wachtwoorden moet maken.",
      eppn: "De identiteit die de login van uw school aan de persoon geeft.",
      gsuiteemail: "Het adres waarmee de persoon bij Google inlogt.",
      office365: "Het adres waarmee de persoon bij Microsoft 365 inlogt.",
      bankid: "Alleen medewerkers: het nationale identiteitsnummer.",
      sms: "Alleen medewerkers: het mobiele nummer dat de codes krijgt.",
      speakingBookRights: "Ja voor wie recht heeft op gesproken boeken, anders nee.",
    },
    groups: ["3A", "3B", "4A", "4B", "5A", "5B", "6A", "6B", "7A", "7B", "8A", "8B"],
  },
  sv: {
    sheets: { people: "Personer", instructions: "Instruktioner", lists: "Listor" },
    reason: "Att rätta",
    title: "Så importerar du personer till {product}",
    lines: [
      "Skriv en rad för varje person på bladet ”{sheet}”. Kolumnerna får stå i vilken ordning som helst, och du kan ta bort dem du inte behöver.",
      "Låt rubrikerna vara som de är. Kolumner som {product} inte känner till hoppas över, och du får veta vilka.",
      "Den grå exempelraden importeras aldrig. Du kan ta bort den eller skriva över den.",
      "En tom cell lämnar det som är sparat som det är. Ordet CLEAN med stora bokstäver tar bort ett externt id, en e-postadress eller en extern inloggning.",
      "Spara filen som Excel-arbetsbok (.xlsx) och ladda upp den i kontrollpanelen under Import. Du ser allt som skulle ändras innan något sparas.",
    ],
    required: "Kolumner märkta med * måste fyllas i för en ny person. Alla andra får vara tomma.",
    column: "Kolumn",
    whatToWrite: "Vad du skriver",
    hints: {
      externalId: "Personens nummer i ert eget system. Personer som redan finns hittas med det.",
      username: "Det som personen loggar in med. Även med det hittas personer som redan finns.",
      firstName: "Förnamnet.",
      lastName: "Efternamnet, om personen har ett.",
      email: "Personens egen e-postadress.",
      role: "Välj i listan: elev, vårdnadshavare eller personal. En ny person utan typ blir elev.",
      organization: "Behövs bara när filen gäller flera skolor: skolans namn som det står i {product}.",
      organizationCode: "I stället för namnet: skolenhetskoden.",
      groups:
        "Klasser och grupper, flera med semikolon emellan: 1A; Kören. Skriv dem som de heter i {product}: ”1A” och ”Klass 1A” är två olika klasser. En klass som inte finns skapas.",
      ageFilter: "Bara elever: ett tal från 0 till 21. Böcker för äldre barn döljs.",
      password: "Minst 8 tecken. Lämna tomt om {product} ska skapa lösenorden.",
      eppn: "Identiteten som skolans egen inloggning ger personen.",
      gsuiteemail: "Adressen som personen loggar in hos Google med.",
      office365: "Adressen som personen loggar in i Microsoft 365 med.",
      bankid: "Bara personal: personnumret med 12 siffror.",
      sms: "Bara personal: mobilnumret som koderna skickas till.",
      speakingBookRights: "Ja för den som har rätt till talböcker, annars nej.",
    },
    groups: ["1A", "1B", "2A", "2B", "3A", "3B", "4A", "4B", "5A", "5B", "6A", "6B"],
  },
};

export function templateTexts(locale: Locale): TemplateTexts {
  return texts[locale];
}

/** Replaces the placeholders for the product's and the sheet's name. */
export function fillTemplateText(text: string, names: { product: string; sheet: string }): string {
  return text.replaceAll("{product}", names.product).replaceAll("{sheet}", names.sheet);
}
