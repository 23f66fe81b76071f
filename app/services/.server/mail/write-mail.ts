import { fillTemplate } from "~/i18n/fill-template";
import type { LegalBlock, LegalPart, LegalText } from "~/realms/legal-text";
import type { Seller } from "~/realms/operator";
import { bcp47, brandName, type Locale, type Realm, realmRow } from "~/realms/realm";
import { escapeHtml } from "~/security/escape-html";
import type { DueMailKind, DueMailValues } from "~/services/contracts/mail-table";

/**
 * Renders e-mails from the templates in templates/mail: one per language and occasion. The first line is the subject, blank lines separate
 * paragraphs, and a paragraph `[words]({{link}})` is the button. A line that needs a value which is null is left out; a line for families
 * only begins with `{{family}}`, one for people of schools with `{{member}}`. Text and HTML are rendered from the same template.
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
export type MailValues = DirectMailValues & {
  [Kind in DueMailKind]: { [Name in keyof DueMailValues[Kind]]: string | number | null } & AddedValues;
};
/** Mails that are sent at once, since they contain the token of a link or say what is about to happen. */
type DirectMailValues = {
  "confirm-email": { name: string; link: string; hours: number; family: "" | null };
  "confirm-new-email": { name: string; link: string; hours: number };
  "email-change-note": { name: string; address: string; family: "" | null; member: "" | null };
  /** What the family bought last, and until when and where it may withdraw; null: nothing, or not any more. */
  "deletion-planned": {
    name: string;
    link: string;
    until: string;
    orderNumber: string | null;
    withdrawBy: string | null;
    withdrawal: string | null;
    /** For which orders and invoices are kept. */
    years: number;
  };
  /** Without a name: nothing of the family is left. */
  "deletion-done": { years: number };
  "reset-password": { name: string; username: string; link: string; minutes: number };
};
/** `family` or `member` is null: see above. */
type AddedValues = {
  name: string;
  page: string | null;
  terms: string | null;
  withdrawal: string | null;
  family: "" | null;
  member: "" | null;
};
export type MailTemplate = keyof MailValues;
export const directMails = [
  ...["confirm-email", "confirm-new-email", "email-change-note", "reset-password"],
  ...["deletion-planned", "deletion-done"],
] as const;

/** Who sells in the country. */
export type MailSeller = Pick<Seller, "name" | "address" | "email" | "phone">;

/** Legal texts that follow the letter, with the origin for the links in them. */
export type MailAppendix = { texts: readonly LegalText[]; origin: string | null };

type RenderedMail = { subject: string; text: string; html: string };

const primary: Record<string, string> = { fabel: "#0b6e6e", "fabel-france": "#2b3a8c" };

/** @throws Error if the template or one of its values is missing */
export function writeMail<Name extends MailTemplate>(
  template: Name,
  {
    realm,
    locale,
    seller = null,
    appendix,
  }: { realm: Realm; locale: Locale; seller?: MailSeller | null; appendix?: MailAppendix | undefined },
  values: MailValues[Name],
): RenderedMail {
  const source = sources[`../../../../templates/mail/${locale}/${template}.md`];
  if (source === undefined) throw new Error(`There is no mail ${template} in ${locale}`);
  const { brand } = realmRow(realm);
  const given: Record<string, string | number | null> = { ...values, brand: brandName(brand) };
  const words = Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string | number] => entry[1] != null),
  );
  // A mail that an earlier version has stored lacks values that its kind has got since.
  const isWritable = (line: string) =>
    [...line.matchAll(/\{\{(\w+)\}\}/g)].every(([, name = ""]) => given[name] != null);
  const [subject = "", ...all] = source.trim().split(/\n\s*\n/);
  const paragraphs = all.flatMap((paragraph) => paragraph.split("\n").filter(isWritable).join("\n") || []);
  const title = fillTemplate(subject, words);
  // Last, as in a letter: who writes, and how to reach them.
  if (seller) paragraphs.push([seller.name, seller.address, `${seller.email}, ${seller.phone}`].join("\n"));
  const content = paragraphs.map((paragraph) => htmlOf(paragraph, words, primary[brand] ?? "#1c2430"));
  const added = appendixOf(appendix);
  const text = paragraphs.map((paragraph) => textOf(paragraph, words, colonOf(locale)));
  return {
    subject: title,
    text: [...text, ...added.text].join("\n\n"),
    html: fillTemplate(layout, {
      subject: escapeHtml(title),
      language: bcp47(locale),
      content: [...content, ...added.html].join("\n"),
    }),
  };
}

/** The paragraphs of legal texts, without the notes for the operator's lawyer. */
function appendixOf(appendix: MailAppendix | undefined): { text: string[]; html: string[] } {
  const { texts = [], origin = null } = appendix ?? {};
  const hrefOf = (href: string) => (origin === null ? href : new URL(href, origin).href);
  const plain = (parts: LegalPart[]) =>
    parts.map(({ text, href }) => (href === null ? text : `${text} (${hrefOf(href)})`)).join("");
  const marked = (parts: LegalPart[]) =>
    parts
      .map(({ text, href }) =>
        href === null ? escapeHtml(text) : `<a href="${escapeHtml(hrefOf(href))}">${escapeHtml(text)}</a>`,
      )
      .join("");
  const textOfBlock = (block: LegalBlock) => {
    if (block.kind === "heading") return block.text;
    return block.kind === "list" ? block.items.map((item) => `- ${plain(item)}`).join("\n") : plain(block.parts);
  };
  const htmlOfBlock = (block: LegalBlock) => {
    if (block.kind === "heading") return `      <h3 style="margin: 16px 0 8px">${escapeHtml(block.text)}</h3>`;
    if (block.kind !== "list") return `      <p style="margin: 0 0 12px">${marked(block.parts)}</p>`;
    return `      <ul>${block.items.map((item) => `<li>${marked(item)}</li>`).join("")}</ul>`;
  };
  const shown = texts.map((text) => ({ ...text, blocks: text.blocks.filter(({ kind }) => kind !== "note") }));
  return {
    text: shown.flatMap(({ title, version, blocks }) => [
      `${"_".repeat(40)}\n${title} (${version})`,
      ...blocks.map(textOfBlock),
    ]),
    html: shown.flatMap(({ title, version, blocks }) => [
      `      <hr><h2 style="margin: 16px 0 8px">${escapeHtml(title)} (${version})</h2>`,
      ...blocks.map(htmlOfBlock),
    ]),
  };
}

/** The subject of a kind of mail; the kind itself for one that there is no text for, or whose values are not known. */
export function subjectOf(
  kind: string,
  { realm, locale }: { realm: Realm; locale: Locale },
  values: Record<string, string | number | null>,
): string {
  const [subject = kind] = (sources[`../../../../templates/mail/${locale}/${kind}.md`] ?? kind).split("\n");
  const words: Record<string, string | number> = { brand: brandName(realmRow(realm).brand) };
  for (const [name, value] of Object.entries(values)) if (value !== null) words[name] = value;
  const isKnown = [...subject.matchAll(/\{\{(\w+)\}\}/g)].every(([, name = ""]) => words[name] !== undefined);
  return isKnown ? fillTemplate(subject, words) : kind;
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
  if (!label || !address) {
    const lines = fillTemplate(escapeHtml(paragraph), safe).replaceAll("\n", "<br>\n      ");
    return `      <p style="margin: 0 0 16px">${lines}</p>`;
  }
  const look = `display: inline-block; padding: 12px 20px; border-radius: 8px; background: ${colour}; color: #ffffff; font-weight: 600; text-decoration: none`;
  return `      <p style="margin: 0 0 16px"><a href="${fillTemplate(address, safe)}" style="${look}">${fillTemplate(escapeHtml(label), safe)}</a></p>`;
}
