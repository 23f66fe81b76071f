import type { Locale } from "~/realms/realm";

/** Texts of the printed guides, besides the columns; `{product}` is the product's name. Countries with a guide: app/realms/realm.ts. */

/** Row outcomes in the order of the guide, with the names used by the preview. */
export const guideOutcomes = ["new", "changed", "unchanged", "refused", "wrong", "duplicate", "likely"] as const;
export type GuideOutcome = (typeof guideOutcomes)[number];

export type GuideTexts = {
  title: string;
  intro: string;
  stepsTitle: string;
  steps: readonly { title: string; text: string }[];
  outcomesTitle: string;
  outcomes: Record<GuideOutcome, string>;
  columnsTitle: string;
  goodToKnowTitle: string;
  goodToKnow: readonly string[];
};

const texts: Partial<Record<Locale, GuideTexts>> = {
  de: {
    title: "Personen aus einer Excel-Datei importieren",
    intro:
      "Mit dem Import legen Sie eine ganze Schule auf einmal an oder bringen vorhandene Personen auf den neuesten Stand. Bis Sie auf „Importieren“ drücken, wird nichts gespeichert, und jeder Import lässt sich rückgängig machen.",
    stepsTitle: "In sechs Schritten",
    steps: [
      {
        title: "Vorlage herunterladen",
        text: "Öffnen Sie die Verwaltung und dort „Import“. Die Vorlage hat alle Spalten, eine Beispielzeile und ein Blatt mit einer Anleitung. Auch eine eigene Datei ist möglich: Die Spalten werden an ihren Überschriften erkannt.",
      },
      { title: "Ausfüllen", text: "Schreiben Sie eine Zeile für jede Person und speichern Sie die Datei als .xlsx." },
      {
        title: "Hochladen",
        text: "Wählen Sie die Schule und die Datei. Eine Datei darf bis zu 100.000 Zeilen haben; große Dateien brauchen ein paar Sekunden.",
      },
      {
        title: "Vorschau prüfen",
        text: "Sie sehen, wer neu ist, wer sich ändert und welche Zellen falsch sind: mit Blatt, Zelle, Wert und dem, was dort stehen sollte.",
      },
      {
        title: "Importieren",
        text: "Wählen Sie, ob neue Personen ein Passwort bekommen, und starten Sie. Sie können die Seite verlassen und später zurückkommen.",
      },
      {
        title: "Rest korrigieren",
        text: "Laden Sie die fehlerhaften Zeilen als Datei herunter. In der letzten Spalte steht, was zu korrigieren ist. Diese Datei können Sie verbessert wieder hochladen.",
      },
    ],
    outcomesTitle: "Was die Vorschau zeigt",
    outcomes: {
      new: "Die Person gibt es noch nicht; sie wird angelegt.",
      changed: "Es gibt sie schon; Sie sehen jedes Feld mit altem und neuem Wert.",
      unchanged: "Alles ist schon so gespeichert.",
      refused: "Sie dürfen diese Person nicht bearbeiten.",
      wrong: "Mindestens eine Zelle passt nicht; die Zeile wird nicht importiert.",
      duplicate: "Dieselbe Person steht schon weiter oben in der Datei.",
      likely: "Es gibt jemanden mit demselben Namen. Sie entscheiden, ob es dieselbe Person ist.",
    },
    columnsTitle: "Die Spalten",
    goodToKnowTitle: "Gut zu wissen",
    goodToKnow: [
      "Vorhandene Personen werden an der Kennung, der externen Kennung oder dem Benutzernamen erkannt, in dieser Reihenfolge.",
      "Eine leere Zelle lässt den gespeicherten Wert stehen. CLEAN in Großbuchstaben löscht ihn; das geht bei externer Kennung, E-Mail und externen Anmeldungen.",
      "Wer nach der Vorschau bearbeitet wurde, wird nicht überschrieben, sondern genannt.",
      "Eine Datei, die {product} exportiert hat, lässt sich unverändert importieren: Es ändert sich nichts.",
      "In einer Schule läuft immer nur ein Import. Hochgeladene Dateien und die Möglichkeit, den Import rückgängig zu machen, gibt es 30 Tage lang.",
    ],
  },
  fi: {
    title: "Henkilöiden tuonti Excel-tiedostosta",
    intro:
      "Tuonnilla lisäät koko koulun kerralla tai päivität jo palvelussa olevien henkilöiden tiedot. Mitään ei tallenneta ennen kuin painat Tuo, ja jokaisen tuonnin voi perua.",
    stepsTitle: "Kuusi vaihetta",
    steps: [
      {
        title: "Lataa pohja",
        text: "Avaa hallintapaneelista Tuonti. Pohjassa ovat kaikki sarakkeet, esimerkkirivi ja ohjeet. Voit käyttää myös omaa tiedostoa: sarakkeet tunnistetaan otsikoista.",
      },
      { title: "Täytä tiedot", text: "Kirjoita yksi rivi henkilöä kohden ja tallenna tiedosto muodossa .xlsx." },
      {
        title: "Lähetä tiedosto",
        text: "Valitse koulu ja tiedosto. Tiedostossa saa olla enintään 100\u00a0000 riviä; suuri tiedosto vie muutaman sekunnin.",
      },
      {
        title: "Tarkista esikatselu",
        text: "Näet, ketkä ovat uusia, kenen tiedot muuttuvat ja mitkä solut ovat virheellisiä: taulukko, solu, arvo ja mitä siinä pitäisi olla.",
      },
      {
        title: "Tuo",
        text: "Valitse, saavatko uudet henkilöt salasanan, ja käynnistä tuonti. Voit poistua sivulta ja palata myöhemmin.",
      },
      {
        title: "Korjaa loput",
        text: "Lataa virheelliset rivit tiedostona. Viimeinen sarake kertoo, mitä pitää korjata. Korjatun tiedoston voi lähettää uudelleen.",
      },
    ],
    outcomesTitle: "Mitä esikatselu näyttää",
    outcomes: {
      new: "Henkilöä ei vielä ole; hänet lisätään.",
      changed: "Henkilö on jo palvelussa; näet joka kentän vanhan ja uuden arvon.",
      unchanged: "Kaikki on jo tallennettu näin.",
      refused: "Et saa muokata tätä henkilöä.",
      wrong: "Ainakin yksi solu ei kelpaa; riviä ei tuoda.",
      duplicate: "Sama henkilö on jo ylempänä tiedostossa.",
      likely: "Palvelussa on joku samanniminen. Sinä ratkaiset, onko hän sama henkilö.",
    },
    columnsTitle: "Sarakkeet",
    goodToKnowTitle: "Hyvä tietää",
    goodToKnow: [
      "Jo palvelussa olevat henkilöt löydetään tunnisteen, ulkoisen tunnisteen tai käyttäjätunnuksen perusteella, tässä järjestyksessä.",
      "Tyhjä solu jättää tallennetun arvon ennalleen. CLEAN isoin kirjaimin poistaa sen; tämä koskee ulkoista tunnistetta, sähköpostia ja ulkoisia kirjautumisia.",
      "Jos joku on muokannut henkilöä esikatselun jälkeen, hänen tietojaan ei korvata, vaan hänet mainitaan.",
      "Tiedosto, jonka {product} on vienyt, voidaan tuoda sellaisenaan: mikään ei muutu.",
      "Koulussa voi olla käynnissä vain yksi tuonti kerrallaan. Lähetetty tiedosto ja mahdollisuus perua säilyvät 30 päivää.",
    ],
  },
  fr: {
    title: "Importer des personnes depuis un fichier Excel",
    intro:
      "L’importation permet d’inscrire tout un établissement en une fois ou de mettre à jour les personnes déjà inscrites. Rien n’est enregistré avant que vous n’appuyiez sur « Importer », et chaque importation peut être annulée.",
    stepsTitle: "En six étapes",
    steps: [
      {
        title: "Télécharger le modèle",
        text: "Ouvrez l’espace de gestion, puis « Importation ». Le modèle contient toutes les colonnes, une ligne d’exemple et un mode d’emploi. Vous pouvez aussi utiliser votre propre fichier : les colonnes sont reconnues à leur titre.",
      },
      { title: "Remplir", text: "Écrivez une ligne par personne et enregistrez le fichier au format .xlsx." },
      {
        title: "Envoyer",
        text: "Choisissez l’établissement et le fichier. Un fichier peut avoir jusqu’à 100\u00a0000 lignes ; un grand fichier demande quelques secondes.",
      },
      {
        title: "Vérifier l’aperçu",
        text: "Vous voyez qui est nouveau, ce qui change et quelles cellules sont erronées : la feuille, la cellule, la valeur et ce qui devrait s’y trouver.",
      },
      {
        title: "Importer",
        text: "Choisissez si les nouvelles personnes reçoivent un mot de passe, puis lancez. Vous pouvez quitter la page et revenir plus tard.",
      },
      {
        title: "Corriger le reste",
        text: "Téléchargez les lignes erronées dans un fichier. La dernière colonne dit ce qu’il faut corriger. Une fois corrigé, ce fichier s’envoie de la même façon.",
      },
    ],
    outcomesTitle: "Ce que montre l’aperçu",
    outcomes: {
      new: "La personne n’existe pas encore ; elle est créée.",
      changed: "Elle existe déjà ; vous voyez chaque champ avec l’ancienne et la nouvelle valeur.",
      unchanged: "Tout est déjà enregistré ainsi.",
      refused: "Vous n’avez pas le droit de modifier cette personne.",
      wrong: "Au moins une cellule ne convient pas ; la ligne n’est pas importée.",
      duplicate: "La même personne figure déjà plus haut dans le fichier.",
      likely: "Quelqu’un porte déjà ce nom. Vous décidez si c’est la même personne.",
    },
    columnsTitle: "Les colonnes",
    goodToKnowTitle: "Bon à savoir",
    goodToKnow: [
      "Les personnes déjà inscrites sont retrouvées par l’Id, l’identifiant externe ou l’identifiant, dans cet ordre.",
      "Une cellule vide ne change rien. CLEAN, en majuscules, efface la valeur : identifiant externe, e-mail et connexions externes.",
      "Une personne modifiée après l’aperçu n’est pas remplacée : elle vous est signalée.",
      "Un fichier exporté par {product} peut être importé tel quel : rien ne change.",
      "Une seule importation à la fois par établissement. Le fichier envoyé et la possibilité d’annuler sont conservés 30 jours.",
    ],
  },
  nb: {
    title: "Importere personer fra en Excel-fil",
    intro:
      "Med import legger du inn en hel skole på én gang, eller oppdaterer personer som finnes fra før. Ingenting lagres før du trykker på Importer, og hver import kan angres.",
    stepsTitle: "Seks trinn",
    steps: [
      {
        title: "Last ned malen",
        text: "Åpne kontrollpanelet og velg Import. Malen har alle kolonnene, en eksempelrad og et ark med veiledning. Du kan også bruke en egen fil: kolonnene kjennes igjen på overskriftene.",
      },
      { title: "Fyll ut", text: "Skriv én rad for hver person og lagre filen som .xlsx." },
      {
        title: "Last opp",
        text: "Velg skolen og filen. En fil kan ha inntil 100\u00a0000 rader; store filer tar noen sekunder.",
      },
      {
        title: "Se på forhåndsvisningen",
        text: "Du ser hvem som er nye, hva som endres, og hvilke celler som er feil: ark, celle, verdi og hva som skulle stått der.",
      },
      {
        title: "Importer",
        text: "Velg om nye personer skal få et passord, og start. Du kan forlate siden og komme tilbake senere.",
      },
      {
        title: "Rett resten",
        text: "Last ned radene med feil som en fil. Den siste kolonnen sier hva som må rettes. Den rettede filen kan lastes opp på samme måte.",
      },
    ],
    outcomesTitle: "Dette viser forhåndsvisningen",
    outcomes: {
      new: "Personen finnes ikke ennå og blir lagt til.",
      changed: "Personen finnes; du ser hvert felt med gammel og ny verdi.",
      unchanged: "Alt er allerede lagret slik.",
      refused: "Du har ikke lov til å endre denne personen.",
      wrong: "Minst én celle er feil; raden blir ikke importert.",
      duplicate: "Samme person står allerede lenger opp i filen.",
      likely: "Det finnes noen med samme navn. Du avgjør om det er samme person.",
    },
    columnsTitle: "Kolonnene",
    goodToKnowTitle: "Greit å vite",
    goodToKnow: [
      "Personer som finnes fra før, blir funnet ved hjelp av ID, ekstern ID eller brukernavn, i den rekkefølgen.",
      "En tom celle lar verdien stå. CLEAN med store bokstaver sletter den; det gjelder ekstern ID, e-post og eksterne innlogginger.",
      "Er en person endret etter forhåndsvisningen, blir vedkommende ikke overskrevet, men nevnt.",
      "En fil som {product} har eksportert, kan importeres som den er: ingenting endres.",
      "En skole kan bare ha én import om gangen. Opplastede filer og muligheten til å angre finnes i 30 dager.",
    ],
  },
  sv: {
    title: "Importera personer från en Excel-fil",
    intro:
      "Med importen lägger du in en hel skola på en gång eller uppdaterar personer som redan finns. Inget sparas förrän du trycker på Importera, och varje import går att ångra.",
    stepsTitle: "Sex steg",
    steps: [
      {
        title: "Ladda ner mallen",
        text: "Öppna kontrollpanelen och välj Import. Mallen har alla kolumner, en exempelrad och ett blad med instruktioner. Du kan också använda en egen fil: kolumnerna känns igen på sina rubriker.",
      },
      { title: "Fyll i", text: "Skriv en rad för varje person och spara filen som .xlsx." },
      {
        title: "Ladda upp",
        text: "Välj skola och fil. En fil får ha upp till 100\u00a0000 rader; stora filer tar några sekunder.",
      },
      {
        title: "Granska",
        text: "Du ser vilka som är nya, vad som ändras och vilka celler som är fel: blad, cell, värde och vad som borde stå där.",
      },
      {
        title: "Importera",
        text: "Välj om nya personer ska få ett lösenord och starta. Du kan lämna sidan och komma tillbaka senare.",
      },
      {
        title: "Rätta resten",
        text: "Ladda ner raderna med fel som en fil. Den sista kolumnen säger vad som ska rättas. Den rättade filen laddar du upp på samma sätt.",
      },
    ],
    outcomesTitle: "Det här visar förhandsgranskningen",
    outcomes: {
      new: "Personen finns inte ännu och läggs till.",
      changed: "Personen finns redan; du ser varje fält med gammalt och nytt värde.",
      unchanged: "Allt är redan sparat så.",
      refused: "Du får inte ändra den här personen.",
      wrong: "Minst en cell är fel; raden importeras inte.",
      duplicate: "Samma person står redan längre upp i filen.",
      likely: "Det finns någon med samma namn. Du avgör om det är samma person.",
    },
    columnsTitle: "Kolumnerna",
    goodToKnowTitle: "Bra att veta",
    goodToKnow: [
      "Personer som redan finns hittas med id, externt id eller användarnamn, i den ordningen.",
      "En tom cell lämnar värdet som det är. CLEAN med stora bokstäver tar bort det; det gäller externt id, e-post och externa inloggningar.",
      "Har någon ändrat en person efter förhandsgranskningen skrivs personen inte över, utan nämns.",
      "BankID, mobilnummer för koder, skolidentitet och talböcker kan bara ändras av den som har loggat in säkert.",
      "En fil som {product} har exporterat kan importeras som den är: inget ändras.",
      "En skola kan bara ha en import åt gången. Uppladdade filer och möjligheten att ångra finns i 30 dagar.",
    ],
  },
};

/** @throws Error for a language without a guide */
export function guideTexts(locale: Locale): GuideTexts {
  const own = texts[locale];
  if (!own) throw new Error(`There is no guide in ${locale}`);
  return own;
}
