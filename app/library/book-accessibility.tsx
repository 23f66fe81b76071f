import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isHttp } from "~/epub/accessibility-claims";
import type { AccessibilityField, AccessibilityStatement } from "~/epub/accessibility-statements";
import type { BookDetails } from "~/services/contracts/library";
import { Disclosure } from "~/ui/disclosure";
import { TranslatedText } from "./book-text";

type Accessibility = BookDetails["accessibility"];

/** Statements after which the fields that not everybody needs are folded. */
const shownAtOnce = 8;

/** What the publisher says of a book's accessibility: the fields of the W3C's display guide, in its order. Decision 99. */
export function BookAccessibility({ book }: { book: BookDetails }) {
  const { t } = useTranslation("book-accessibility");
  const { statements, summary, summaries } = book.accessibility;
  const listed = (field: AccessibilityField) =>
    statements[field].length > 0 ? <Statements key={field} field={field} statements={statements[field]} /> : null;
  const isLong = Object.values(statements).flat().length > shownAtOnce;
  const hazards = listed("hazards");
  const rest = [
    listed("navigation"),
    listed("richContent"),
    isLong ? null : hazards,
    summary ? (
      <Field key="summary" name={t("field.summary")}>
        <TranslatedText text={summary} translations={summaries} language={book.language} />
      </Field>
    ) : null,
    listed("legal"),
    listed("additional"),
  ].filter((each) => each !== null);
  return (
    <section aria-labelledby="accessibility" className="mt-10 max-w-2xl">
      <h2 id="accessibility" className="text-22">
        {t("title")}
      </h2>
      <p className="mt-1 text-ink-soft">{t("claimed")}</p>
      {listed("waysOfReading")}
      <Conformance conformance={book.accessibility.conformance} />
      {/* A hazard is never folded away. */}
      {isLong && hazards}
      {isLong && rest.length > 0 ? <Disclosure title={t("more")}>{rest}</Disclosure> : rest}
    </section>
  );
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="mt-4 wrap-anywhere">
      <h3 className="text-16 font-semibold">{name}</h3>
      {children}
    </div>
  );
}

type StatementsProps = { field: AccessibilityField; statements: readonly AccessibilityStatement[] };

function Statements({ field, statements }: StatementsProps) {
  const { t } = useTranslation("book-accessibility");
  return (
    <Field name={t(`field.${field}`)}>
      <ul className="list-disc ps-5">
        {statements.map((statement) => (
          <li key={statement}>{t(`statement.${statement}`)}</li>
        ))}
      </ul>
    </Field>
  );
}

/** The claim to conform, then its certifier; standards, date and report are details. */
function Conformance({ conformance }: Pick<Accessibility, "conformance">) {
  const { t, i18n } = useTranslation("book-accessibility");
  const name = t("field.conformance");
  if (!conformance) {
    return (
      <Field name={name}>
        <p>{t("noInformation")}</p>
      </Field>
    );
  }
  const { result, epub, wcag, level, certifier, credential, certifiedOn, report } = conformance;
  const details = [
    wcag && level ? t("conformance.claim", { epub, wcag, level }) : null,
    certifiedOn ? t("conformance.certifiedOn", { date: dateText(certifiedOn, i18n.language) }) : null,
    report ? (
      <OtherSite key="report" href={report}>
        {t("conformance.report")}
      </OtherSite>
    ) : null,
  ].filter((each) => each !== null);
  return (
    <Field name={name}>
      <ul className="list-disc ps-5">
        <li>{t(`conformance.${result}`)}</li>
        {certifier && <li>{t("conformance.certifier", { certifier })}</li>}
        {credential && (
          <li>
            {isHttp(credential) ? (
              <OtherSite href={credential}>{t("conformance.credential", { credential })}</OtherSite>
            ) : (
              t("conformance.credential", { credential })
            )}
          </li>
        )}
      </ul>
      {details.length > 0 && (
        <Disclosure title={t("conformance.details")}>
          <ul className="list-disc ps-5">
            {details.map((detail, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <li key={position}>{detail}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Field>
  );
}

/** A link from a book's own metadata. */
function OtherSite({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} rel="noopener noreferrer nofollow" className="underline underline-offset-2">
      {children}
    </a>
  );
}

/** A date as the page's language writes it; anything else as the book has it. */
function dateText(date: string, language: string): string {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})(?!\d)/.exec(date) ?? [];
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (Number.isNaN(time)) return date;
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(time);
}

/** Statements in plain words, those that matter to a child; the others are left out. */
const plainTexts: Partial<Record<AccessibilityStatement, PlainText>> = {
  flashing: "flashing",
  motion: "motion",
  sound: "sound",
  modifiable: "modifiable",
  unmodifiable: "unmodifiable",
  audioSynchronized: "audioSynchronized",
  audioOnly: "audioOnly",
  audioClips: "audioClips",
  alternativeText: "alternativeText",
  nonvisual: "nonvisual",
  closedCaptions: "closedCaptions",
  openCaptions: "closedCaptions",
  signLanguage: "signLanguage",
  braille: "braille",
  largePrint: "largePrint",
  noHazards: "noFlashing",
  noFlashing: "noFlashing",
};
const plainKeys = [
  "flashing",
  "motion",
  "sound",
  "modifiable",
  "unmodifiable",
  "audioSynchronized",
  "audioOnly",
  "audioClips",
  "alternativeText",
  "nonvisual",
  "closedCaptions",
  "signLanguage",
  "braille",
  "largePrint",
  "noFlashing",
] as const;
type PlainText = (typeof plainKeys)[number];

/** The same for a child: what one can do with the book, and what to be careful of. Nothing if the publisher says nothing of it. */
export function PlainAccessibility({ accessibility }: { accessibility: Accessibility }) {
  const { t } = useTranslation("book-accessibility");
  const texts = new Set(Object.values(accessibility.statements).flatMap((of) => of.map((each) => plainTexts[each])));
  const plain = plainKeys.filter((key) => texts.has(key));
  if (plain.length === 0) return null;
  return (
    <section aria-labelledby="accessibility" className="mt-8 max-w-2xl">
      <h2 id="accessibility" className="text-22">
        {t("plain.title")}
      </h2>
      <ul className="mt-2 list-disc space-y-1 ps-5 text-18">
        {plain.map((key) => (
          <li key={key}>{t(`plain.${key}`)}</li>
        ))}
      </ul>
    </section>
  );
}
