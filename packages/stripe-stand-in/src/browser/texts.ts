/** The stand-in's UI texts, in the languages of the product. */
export type Texts = {
  testPayments: string;
  testCard: string;
  frameTitle: string;
  cardNumber: string;
  expiry: string;
  expiryHint: string;
  cvc: string;
  incompleteNumber: string;
  invalidNumber: string;
  incompleteExpiry: string;
  invalidExpiry: string;
  pastExpiry: string;
  incompleteCvc: string;
  declined: string;
  insufficientFunds: string;
  expiredCard: string;
  incorrectCvc: string;
  processingError: string;
  notTestCard: string;
  authenticationFailed: string;
  challengeTitle: string;
  challengeText: string;
  complete: string;
  fail: string;
  connectionError: string;
  email: string;
  name: string;
  pay: string;
  saveCard: string;
  back: string;
  incompleteField: string;
  total: string;
  discount: string;
  perMonth: string;
  perYear: string;
  sessionOver: string;
  invoice: string;
  invoiceNumber: string;
  date: string;
  paid: string;
  open: string;
  voided: string;
  amountDue: string;
  download: string;
  vat: string;
  billedTo: string;
  /** Invoice lines for a change of plan. */
  unusedTime: string;
  remainingTime: string;
};

const enGb: Texts = {
  testPayments: "Test payments: no card is charged",
  testCard: "Card for tests: 4242 4242 4242 4242, any future date, any code",
  frameTitle: "Secure card payment input frame",
  cardNumber: "Card number",
  expiry: "Expiry date",
  expiryHint: "MM / YY",
  cvc: "Security code",
  incompleteNumber: "Your card number is incomplete.",
  invalidNumber: "Your card number is invalid.",
  incompleteExpiry: "Your card's expiry date is incomplete.",
  invalidExpiry: "Your card's expiry date is invalid.",
  pastExpiry: "Your card's expiry date is in the past.",
  incompleteCvc: "Your card's security code is incomplete.",
  declined: "Your card has been declined.",
  insufficientFunds: "Your card has insufficient funds.",
  expiredCard: "Your card has expired.",
  incorrectCvc: "Your card's security code is incorrect.",
  processingError: "An error occurred while processing your card. Try again in a little while.",
  notTestCard: "Your card was declined: only test cards can be used here.",
  authenticationFailed:
    "We are unable to authenticate your payment method. Please choose a different one and try again.",
  challengeTitle: "Confirm that it is you",
  challengeText: "Your bank would ask you here for a code or for your app. In a test you choose what happens.",
  complete: "Complete",
  fail: "Fail",
  connectionError: "We could not reach the payment provider. Check your connection and try again.",
  email: "Email",
  name: "Name on card",
  pay: "Pay {amount}",
  saveCard: "Save card",
  back: "Back",
  incompleteField: "Please fill in this field.",
  total: "Total",
  discount: "Discount",
  perMonth: "per month",
  perYear: "per year",
  sessionOver: "This payment page is no longer open.",
  invoice: "Invoice",
  invoiceNumber: "Invoice number",
  date: "Date",
  paid: "Paid",
  open: "Not paid",
  voided: "Void",
  amountDue: "Amount due",
  download: "Download the invoice (PDF)",
  vat: "VAT",
  billedTo: "Billed to",
  unusedTime: "Unused time on {plan}",
  remainingTime: "Remaining time on {plan}",
};

const enUs: Texts = {
  ...enGb,
  expiry: "Expiration date",
  incompleteExpiry: "Your card's expiration date is incomplete.",
  invalidExpiry: "Your card's expiration date is invalid.",
  pastExpiry: "Your card's expiration date is in the past.",
  vat: "Tax",
};

const de: Texts = {
  testPayments: "Testzahlungen: Keine Karte wird belastet",
  testCard: "Karte zum Testen: 4242 4242 4242 4242, beliebiges künftiges Datum, beliebige Prüfnummer",
  frameTitle: "Sicherer Eingaberahmen für Kartenzahlungen",
  cardNumber: "Kartennummer",
  expiry: "Gültig bis",
  expiryHint: "MM / JJ",
  cvc: "Prüfnummer",
  incompleteNumber: "Die Kartennummer ist unvollständig.",
  invalidNumber: "Die Kartennummer ist ungültig.",
  incompleteExpiry: "Das Ablaufdatum ist unvollständig.",
  invalidExpiry: "Das Ablaufdatum ist ungültig.",
  pastExpiry: "Das Ablaufdatum liegt in der Vergangenheit.",
  incompleteCvc: "Die Prüfnummer ist unvollständig.",
  declined: "Ihre Karte wurde abgelehnt.",
  insufficientFunds: "Ihre Karte ist nicht ausreichend gedeckt.",
  expiredCard: "Ihre Karte ist abgelaufen.",
  incorrectCvc: "Die Prüfnummer Ihrer Karte ist falsch.",
  processingError: "Bei der Verarbeitung Ihrer Karte ist ein Fehler aufgetreten. Versuchen Sie es in Kürze erneut.",
  notTestCard: "Ihre Karte wurde abgelehnt: Hier sind nur Testkarten möglich.",
  authenticationFailed:
    "Ihre Zahlungsmethode konnte nicht bestätigt werden. Bitte wählen Sie eine andere und versuchen Sie es erneut.",
  challengeTitle: "Bestätigen Sie, dass Sie es sind",
  challengeText: "Hier würde Ihre Bank nach einem Code oder Ihrer App fragen. Im Test entscheiden Sie, was geschieht.",
  complete: "Abschließen",
  fail: "Ablehnen",
  connectionError: "Der Zahlungsanbieter ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.",
  email: "E-Mail",
  name: "Name auf der Karte",
  pay: "{amount} bezahlen",
  saveCard: "Karte speichern",
  back: "Zurück",
  incompleteField: "Bitte füllen Sie dieses Feld aus.",
  total: "Gesamt",
  discount: "Rabatt",
  perMonth: "pro Monat",
  perYear: "pro Jahr",
  sessionOver: "Diese Zahlungsseite ist nicht mehr geöffnet.",
  invoice: "Rechnung",
  invoiceNumber: "Rechnungsnummer",
  date: "Datum",
  paid: "Bezahlt",
  open: "Nicht bezahlt",
  voided: "Storniert",
  amountDue: "Fälliger Betrag",
  download: "Rechnung herunterladen (PDF)",
  vat: "MwSt.",
  billedTo: "Rechnung an",
  unusedTime: "Nicht genutzte Zeit für {plan}",
  remainingTime: "Verbleibende Zeit für {plan}",
};

const fi: Texts = {
  testPayments: "Testimaksut: korttia ei veloiteta",
  testCard: "Testikortti: 4242 4242 4242 4242, mikä tahansa tuleva päivä, mikä tahansa tunnusluku",
  frameTitle: "Suojattu korttimaksun syöttökehys",
  cardNumber: "Kortin numero",
  expiry: "Voimassa",
  expiryHint: "KK / VV",
  cvc: "Turvakoodi",
  incompleteNumber: "Kortin numero on puutteellinen.",
  invalidNumber: "Kortin numero on virheellinen.",
  incompleteExpiry: "Kortin voimassaoloaika on puutteellinen.",
  invalidExpiry: "Kortin voimassaoloaika on virheellinen.",
  pastExpiry: "Kortin voimassaoloaika on päättynyt.",
  incompleteCvc: "Kortin turvakoodi on puutteellinen.",
  declined: "Korttisi hylättiin.",
  insufficientFunds: "Kortilla ei ole riittävästi katetta.",
  expiredCard: "Korttisi on vanhentunut.",
  incorrectCvc: "Kortin turvakoodi on väärä.",
  processingError: "Kortin käsittelyssä tapahtui virhe. Yritä hetken kuluttua uudelleen.",
  notTestCard: "Korttisi hylättiin: täällä voi käyttää vain testikortteja.",
  authenticationFailed: "Maksutapaasi ei voitu vahvistaa. Valitse toinen maksutapa ja yritä uudelleen.",
  challengeTitle: "Vahvista, että se olet sinä",
  challengeText: "Pankkisi kysyisi tässä koodia tai vahvistusta sovelluksessa. Testissä valitset itse, mitä tapahtuu.",
  complete: "Hyväksy",
  fail: "Hylkää",
  connectionError: "Maksupalveluun ei saatu yhteyttä. Tarkista yhteytesi ja yritä uudelleen.",
  email: "Sähköposti",
  name: "Kortinhaltijan nimi",
  pay: "Maksa {amount}",
  saveCard: "Tallenna kortti",
  back: "Takaisin",
  incompleteField: "Täytä tämä kenttä.",
  total: "Yhteensä",
  discount: "Alennus",
  perMonth: "kuukaudessa",
  perYear: "vuodessa",
  sessionOver: "Tämä maksusivu ei ole enää auki.",
  invoice: "Lasku",
  invoiceNumber: "Laskun numero",
  date: "Päivämäärä",
  paid: "Maksettu",
  open: "Maksamatta",
  voided: "Mitätöity",
  amountDue: "Maksettava",
  download: "Lataa lasku (PDF)",
  vat: "ALV",
  billedTo: "Laskutettu",
  unusedTime: "Käyttämätön aika: {plan}",
  remainingTime: "Jäljellä oleva aika: {plan}",
};

const fr: Texts = {
  testPayments: "Paiements de test : aucune carte n’est débitée",
  testCard: "Carte de test : 4242 4242 4242 4242, n’importe quelle date à venir, n’importe quel code",
  frameTitle: "Cadre de saisie sécurisé pour le paiement par carte",
  cardNumber: "Numéro de carte",
  expiry: "Date d’expiration",
  expiryHint: "MM / AA",
  cvc: "Code de sécurité",
  incompleteNumber: "Le numéro de votre carte est incomplet.",
  invalidNumber: "Le numéro de votre carte n’est pas valide.",
  incompleteExpiry: "La date d’expiration de votre carte est incomplète.",
  invalidExpiry: "La date d’expiration de votre carte n’est pas valide.",
  pastExpiry: "La date d’expiration de votre carte est passée.",
  incompleteCvc: "Le code de sécurité de votre carte est incomplet.",
  declined: "Votre carte a été refusée.",
  insufficientFunds: "Votre carte ne dispose pas de fonds suffisants.",
  expiredCard: "Votre carte a expiré.",
  incorrectCvc: "Le code de sécurité de votre carte est incorrect.",
  processingError: "Une erreur est survenue lors du traitement de votre carte. Réessayez dans un instant.",
  notTestCard: "Votre carte a été refusée : seules les cartes de test sont acceptées ici.",
  authenticationFailed:
    "Nous n’avons pas pu authentifier votre moyen de paiement. Choisissez-en un autre et réessayez.",
  challengeTitle: "Confirmez que c’est bien vous",
  challengeText:
    "Votre banque vous demanderait ici un code ou une validation dans son application. Lors d’un test, vous choisissez le résultat.",
  complete: "Confirmer",
  fail: "Refuser",
  connectionError: "Le prestataire de paiement est injoignable. Vérifiez votre connexion et réessayez.",
  email: "E-mail",
  name: "Nom du titulaire",
  pay: "Payer {amount}",
  saveCard: "Enregistrer la carte",
  back: "Retour",
  incompleteField: "Veuillez remplir ce champ.",
  total: "Total",
  discount: "Remise",
  perMonth: "par mois",
  perYear: "par an",
  sessionOver: "Cette page de paiement n’est plus ouverte.",
  invoice: "Facture",
  invoiceNumber: "Numéro de facture",
  date: "Date",
  paid: "Payée",
  open: "Non payée",
  voided: "Annulée",
  amountDue: "Montant dû",
  download: "Télécharger la facture (PDF)",
  vat: "TVA",
  billedTo: "Facturé à",
  unusedTime: "Période non utilisée : {plan}",
  remainingTime: "Période restante : {plan}",
};

const nb: Texts = {
  testPayments: "Testbetaling: ingen kort belastes",
  testCard: "Testkort: 4242 4242 4242 4242, en hvilken som helst kommende dato og kode",
  frameTitle: "Sikker ramme for kortbetaling",
  cardNumber: "Kortnummer",
  expiry: "Utløpsdato",
  expiryHint: "MM / ÅÅ",
  cvc: "Sikkerhetskode",
  incompleteNumber: "Kortnummeret er ufullstendig.",
  invalidNumber: "Kortnummeret er ugyldig.",
  incompleteExpiry: "Utløpsdatoen er ufullstendig.",
  invalidExpiry: "Utløpsdatoen er ugyldig.",
  pastExpiry: "Utløpsdatoen er passert.",
  incompleteCvc: "Sikkerhetskoden er ufullstendig.",
  declined: "Kortet ditt ble avvist.",
  insufficientFunds: "Det er ikke dekning på kortet.",
  expiredCard: "Kortet ditt er utløpt.",
  incorrectCvc: "Sikkerhetskoden er feil.",
  processingError: "Det oppstod en feil da kortet ble behandlet. Prøv igjen om litt.",
  notTestCard: "Kortet ditt ble avvist: her kan bare testkort brukes.",
  authenticationFailed: "Vi kunne ikke bekrefte betalingsmåten din. Velg en annen og prøv igjen.",
  challengeTitle: "Bekreft at det er deg",
  challengeText:
    "Her ville banken bedt om en kode eller en godkjenning i appen. I en test velger du selv hva som skjer.",
  complete: "Godkjenn",
  fail: "Avvis",
  connectionError: "Vi fikk ikke kontakt med betalingstjenesten. Sjekk forbindelsen og prøv igjen.",
  email: "E-post",
  name: "Navn på kortet",
  pay: "Betal {amount}",
  saveCard: "Lagre kortet",
  back: "Tilbake",
  incompleteField: "Fyll ut dette feltet.",
  total: "Totalt",
  discount: "Rabatt",
  perMonth: "per måned",
  perYear: "per år",
  sessionOver: "Denne betalingssiden er ikke lenger åpen.",
  invoice: "Faktura",
  invoiceNumber: "Fakturanummer",
  date: "Dato",
  paid: "Betalt",
  open: "Ikke betalt",
  voided: "Annullert",
  amountDue: "Å betale",
  download: "Last ned fakturaen (PDF)",
  vat: "MVA",
  billedTo: "Fakturert til",
  unusedTime: "Ubrukt tid: {plan}",
  remainingTime: "Gjenstående tid: {plan}",
};

const nl: Texts = {
  testPayments: "Testbetalingen: er wordt geen kaart belast",
  testCard: "Testkaart: 4242 4242 4242 4242, elke toekomstige datum, elke code",
  frameTitle: "Beveiligd invoerkader voor kaartbetaling",
  cardNumber: "Kaartnummer",
  expiry: "Vervaldatum",
  expiryHint: "MM / JJ",
  cvc: "Beveiligingscode",
  incompleteNumber: "Je kaartnummer is onvolledig.",
  invalidNumber: "Je kaartnummer is ongeldig.",
  incompleteExpiry: "De vervaldatum van je kaart is onvolledig.",
  invalidExpiry: "De vervaldatum van je kaart is ongeldig.",
  pastExpiry: "De vervaldatum van je kaart ligt in het verleden.",
  incompleteCvc: "De beveiligingscode van je kaart is onvolledig.",
  declined: "Je kaart is geweigerd.",
  insufficientFunds: "Je kaart heeft onvoldoende saldo.",
  expiredCard: "Je kaart is verlopen.",
  incorrectCvc: "De beveiligingscode van je kaart is onjuist.",
  processingError: "Er ging iets mis bij het verwerken van je kaart. Probeer het zo opnieuw.",
  notTestCard: "Je kaart is geweigerd: hier werken alleen testkaarten.",
  authenticationFailed: "We konden je betaalmethode niet verifiëren. Kies een andere en probeer het opnieuw.",
  challengeTitle: "Bevestig dat jij het bent",
  challengeText:
    "Je bank zou hier om een code of een bevestiging in de app vragen. In een test kies je zelf wat er gebeurt.",
  complete: "Goedkeuren",
  fail: "Weigeren",
  connectionError: "De betaalprovider is niet bereikbaar. Controleer je verbinding en probeer het opnieuw.",
  email: "E-mail",
  name: "Naam op de kaart",
  pay: "{amount} betalen",
  saveCard: "Kaart opslaan",
  back: "Terug",
  incompleteField: "Vul dit veld in.",
  total: "Totaal",
  discount: "Korting",
  perMonth: "per maand",
  perYear: "per jaar",
  sessionOver: "Deze betaalpagina is niet meer geopend.",
  invoice: "Factuur",
  invoiceNumber: "Factuurnummer",
  date: "Datum",
  paid: "Betaald",
  open: "Niet betaald",
  voided: "Geannuleerd",
  amountDue: "Te betalen",
  download: "Factuur downloaden (PDF)",
  vat: "Btw",
  billedTo: "Gefactureerd aan",
  unusedTime: "Niet-gebruikte tijd: {plan}",
  remainingTime: "Resterende tijd: {plan}",
};

const sv: Texts = {
  testPayments: "Testbetalningar: inget kort debiteras",
  testCard: "Testkort: 4242 4242 4242 4242, valfritt kommande datum, valfri kod",
  frameTitle: "Säker ram för kortbetalning",
  cardNumber: "Kortnummer",
  expiry: "Utgångsdatum",
  expiryHint: "MM / ÅÅ",
  cvc: "Säkerhetskod",
  incompleteNumber: "Kortnumret är ofullständigt.",
  invalidNumber: "Kortnumret är ogiltigt.",
  incompleteExpiry: "Utgångsdatumet är ofullständigt.",
  invalidExpiry: "Utgångsdatumet är ogiltigt.",
  pastExpiry: "Utgångsdatumet har passerat.",
  incompleteCvc: "Säkerhetskoden är ofullständig.",
  declined: "Kortet nekades.",
  insufficientFunds: "Det finns inte tillräckligt med pengar på kortet.",
  expiredCard: "Kortet har gått ut.",
  incorrectCvc: "Säkerhetskoden är fel.",
  processingError: "Något gick fel när kortet behandlades. Försök igen om en stund.",
  notTestCard: "Kortet nekades: här går det bara att använda testkort.",
  authenticationFailed: "Vi kunde inte verifiera ditt betalningssätt. Välj ett annat och försök igen.",
  challengeTitle: "Bekräfta att det är du",
  challengeText:
    "Här skulle banken be om en kod eller ett godkännande i appen. I ett test väljer du själv vad som händer.",
  complete: "Godkänn",
  fail: "Neka",
  connectionError: "Det gick inte att nå betaltjänsten. Kontrollera anslutningen och försök igen.",
  email: "E-post",
  name: "Namn på kortet",
  pay: "Betala {amount}",
  saveCard: "Spara kortet",
  back: "Tillbaka",
  incompleteField: "Fyll i det här fältet.",
  total: "Totalt",
  discount: "Rabatt",
  perMonth: "per månad",
  perYear: "per år",
  sessionOver: "Den här betalningssidan är inte längre öppen.",
  invoice: "Faktura",
  invoiceNumber: "Fakturanummer",
  date: "Datum",
  paid: "Betald",
  open: "Inte betald",
  voided: "Makulerad",
  amountDue: "Att betala",
  download: "Ladda ner fakturan (PDF)",
  vat: "Moms",
  billedTo: "Faktureras",
  unusedTime: "Outnyttjad tid: {plan}",
  remainingTime: "Återstående tid: {plan}",
};

/** Texts by the provider's language tags. */
const languages: Record<string, Texts> = { de, fi, fr, nb, no: nb, nl, sv, "en-gb": enGb, en: enUs, "en-us": enUs };

export type Language = { tag: string; texts: Texts };

/** The texts of the first supported language; English if there is none. */
export function languageOf(wanted: readonly string[]): Language {
  for (const each of wanted) {
    const tag = each.toLowerCase();
    const name = languages[tag] ? tag : (tag.split("-")[0] ?? "");
    const texts = languages[name];
    if (texts) return { tag: name === "no" ? "nb" : each, texts };
  }
  return { tag: "en", texts: enUs };
}

/** The message for a declined card, by the error's codes; null to show the provider's own message. */
export function errorText(texts: Texts, code: string | undefined, declineCode: string | undefined): string | null {
  if (declineCode === "insufficient_funds") return texts.insufficientFunds;
  if (declineCode === "test_mode_live_card") return texts.notTestCard;
  switch (code) {
    case "card_declined":
    case "authentication_required":
      return texts.declined;
    case "expired_card":
      return texts.expiredCard;
    case "incorrect_cvc":
    case "invalid_cvc":
      return texts.incorrectCvc;
    case "processing_error":
      return texts.processingError;
    case "incorrect_number":
    case "invalid_number":
      return texts.invalidNumber;
    case "incomplete_number":
      return texts.incompleteNumber;
    case "incomplete_expiry":
      return texts.incompleteExpiry;
    case "invalid_expiry_month":
    case "invalid_expiry_year":
      return texts.invalidExpiry;
    case "invalid_expiry_year_past":
      return texts.pastExpiry;
    case "incomplete_cvc":
      return texts.incompleteCvc;
    case "payment_intent_authentication_failure":
    case "setup_intent_authentication_failure":
      return texts.authenticationFailed;
    default:
      return null;
  }
}
