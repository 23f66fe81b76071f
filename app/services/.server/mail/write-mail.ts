import { fillTemplate } from "~/i18n/fill-template";
import { bcp47, brandName, type Locale, type Realm, realmRow } from "~/realms/realm";
import { escapeHtml } from "~/security/escape-html";

/**
 * Renders e-mails from the templates in templates/mail: one per language and occasion. The first line is the subject, blank lines separate
 * paragraphs, and a paragraph `[words]({{link}})` is the button. Text and HTML are rendered from the same template.
 */

const sources = import.meta.glob<string>("../../../../templates/mail/*/*.md", {
  eager: true,
  import: "default",
  query: "?raw",
});
const [layout = ""] = Object.values(
  import.meta.glob<string>("../../../../templates/mail/layout.tmpl", { eager: true, import: "default", query: "?raw" }),
);

/** Placeholders of each template, in addition to `brand`. */
export type MailValues = {
  "confirm-email": { name: string; link: string; hours: number };
  "confirm-new-email": { name: string; link: string; hours: number };
  "email-change-note": { name: string; address: string };
  "reset-password": { name: string; username: string; link: string; minutes: number };
  "payment-receipt": Receipt & { vat: string; rate: string };
  "payment-receipt-without-vat": Receipt;
};
type Receipt = { name: string; amount: string; date: string; number: string; link: string };
export type MailTemplate = keyof MailValues;

type RenderedMail = { subject: string; text: string; html: string };

const primary: Record<string, string> = { fabel: "#0b6e6e", "fabel-france": "#2b3a8c" };

/** @throws Error if the template or one of its values is missing */
export function writeMail<Name extends MailTemplate>(
  template: Name,
  { realm, locale }: { realm: Realm; locale: Locale },
  values: MailValues[Name],
): RenderedMail {
  const source = sources[`../../../../templates/mail/${locale}/${template}.md`];
  if (source === undefined) throw new Error(`There is no mail ${template} in ${locale}`);
  const { brand } = realmRow(realm);
  const words: Record<string, string | number> = { ...values, brand: brandName(brand) };
  const [subject = "", ...paragraphs] = source.trim().split(/\n\s*\n/);
  const title = fillTemplate(subject, words);
  const content = paragraphs.map((paragraph) => htmlOf(paragraph, words, primary[brand] ?? "#1c2430"));
  return {
    subject: title,
    text: paragraphs.map((paragraph) => textOf(paragraph, words, colonOf(locale))).join("\n\n"),
    html: fillTemplate(layout, { subject: escapeHtml(title), language: bcp47(locale), content: content.join("\n") }),
  };
}

const button = /^\[([^\]]+)\]\((.+)\)$/;

/** French has a non-breaking space before a colon. */
function colonOf(locale: Locale): string {
  return locale === "fr" ? "\u00a0:" : ":";
}

function textOf(paragraph: string, words: Record<string, string | number>, colon: string): string {
  const [, label, address] = button.exec(paragraph) ?? [];
  return label && address
    ? `${fillTemplate(label, words)}${colon}\n${fillTemplate(address, words)}`
    : fillTemplate(paragraph, words);
}

function htmlOf(paragraph: string, words: Record<string, string | number>, colour: string): string {
  const safe = Object.fromEntries(Object.entries(words).map(([name, value]) => [name, escapeHtml(String(value))]));
  const [, label, address] = button.exec(paragraph) ?? [];
  if (!label || !address) return `      <p style="margin: 0 0 16px">${fillTemplate(escapeHtml(paragraph), safe)}</p>`;
  const look = `display: inline-block; padding: 12px 20px; border-radius: 8px; background: ${colour}; color: #ffffff; font-weight: 600; text-decoration: none`;
  return `      <p style="margin: 0 0 16px"><a href="${fillTemplate(address, safe)}" style="${look}">${fillTemplate(escapeHtml(label), safe)}</a></p>`;
}
