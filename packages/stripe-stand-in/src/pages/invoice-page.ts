import PDFDocument from "pdfkit";
import type Stripe from "stripe";
import type { Account } from "../account";
import { errorText, type Language, languageOf, type Texts } from "../browser/texts";
import { intentOf } from "../resources/invoices";
import { htmlText } from "./html-text";
import { htmlPage } from "./layout";
import { writeAmount, writeDate } from "./money";

type Row = { label: string; value: string; isSum?: boolean };

type InvoiceView = { language: Language; title: string; facts: Row[]; rows: Row[]; state: string };

/** @param languages language tags in order of preference */
function viewOf(invoice: Stripe.Invoice, languages: string[]): InvoiceView {
  const language = languageOf(languages);
  const { tag, texts } = language;
  const amount = (value: number) => writeAmount(value, invoice.currency, tag);
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, each) => sum + each.amount, 0);
  const taxes = (behavior: string): Row[] =>
    (invoice.total_taxes ?? [])
      .filter((tax) => tax.tax_behavior === behavior)
      .map((tax) => ({ label: taxLabel(invoice, tax, language), value: amount(tax.amount) }));
  const states: Record<string, string> = { paid: texts.paid, open: texts.open, void: texts.voided };
  return {
    language,
    title: `${texts.invoice} ${invoice.number ?? ""}`,
    facts: [
      { label: texts.invoiceNumber, value: invoice.number ?? "" },
      { label: texts.date, value: writeDate(invoice.created, tag) },
      { label: texts.billedTo, value: [invoice.customer_name, invoice.customer_email].filter(Boolean).join(", ") },
    ],
    rows: [
      ...invoice.lines.data.map((line) => ({ label: lineLabel(line, texts), value: amount(line.amount) })),
      ...(discount > 0 ? [{ label: texts.discount, value: amount(-discount) }] : []),
      ...taxes("exclusive"),
      { label: texts.total, value: amount(invoice.total), isSum: true },
      ...taxes("inclusive"),
      ...(invoice.amount_due === invoice.total ? [] : [{ label: texts.amountDue, value: amount(invoice.amount_due) }]),
    ],
    state: states[invoice.status ?? ""] ?? "",
  };
}

/** Label of a line, without the English price at the end of the description, because the localised amount is shown beside it. */
function lineLabel({ description }: Stripe.InvoiceLineItem, texts: Texts): string {
  const label = (description ?? "").replace(/ \(at [^()]*\)$/, "");
  const [, kind, plan] = /^(Unused|Remaining) time on (.*)$/.exec(label) ?? [];
  if (plan === undefined) return label;
  return (kind === "Unused" ? texts.unusedTime : texts.remainingTime).replace("{plan}", () => plan);
}

/** Name of the tax rate with its percentage: `Moms 25 %`. */
function taxLabel(invoice: Stripe.Invoice, tax: Stripe.Invoice.TotalTax, { tag, texts }: Language): string {
  const rate = invoice.default_tax_rates.find(({ id }) => id === tax.tax_rate_details?.tax_rate);
  if (!rate) return texts.vat;
  const percentage = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 2 });
  return `${rate.display_name} ${percentage.format(rate.percentage / 100)}`;
}

/** The hosted page of an invoice; an open invoice can be paid with the saved card. */
export function invoicePage(account: Account, invoice: Stripe.Invoice, languages: string[], address: string): string {
  const { language, title, facts, rows, state } = viewOf(invoice, languages);
  const { texts, tag } = language;
  const list = (items: Row[]) =>
    items
      .map(({ label, value, isSum }) => {
        const kind = isSum ? ' class="sum"' : "";
        return `<dt${kind}>${htmlText(label)}</dt><dd${kind}>${htmlText(value)}</dd>`;
      })
      .join("\n");
  const body = `<main class="card">
<p class="notice"><strong>${htmlText(texts.testPayments)}</strong></p>
<h1>${htmlText(title)}</h1>
<p><strong>${htmlText(state)}</strong></p>
<dl class="amounts">${list(facts)}</dl>
<dl class="amounts">${list(rows)}</dl>
${invoice.status === "open" ? payment(account, invoice, language, address) : ""}
<p><a class="link" href="${htmlText(address)}/pdf">${htmlText(texts.download)}</a></p>
</main>`;
  return htmlPage({ title, lang: tag, body, className: "page" });
}

function payment(account: Account, invoice: Stripe.Invoice, { texts, tag }: Language, address: string): string {
  const error = intentOf(account, invoice.id)?.last_payment_error;
  const problem = error && (errorText(texts, error.code, error.decline_code) ?? error.message ?? "");
  const label = texts.pay.replace("{amount}", writeAmount(invoice.amount_due, invoice.currency, tag));
  return `${problem ? `<p class="problem" role="alert">${htmlText(problem)}</p>` : ""}
<form method="post" action="${htmlText(address)}" class="stack">
<div class="actions"><button class="button">${htmlText(label)}</button></div>
</form>`;
}

/** The invoice as a one-page PDF. */
export async function invoicePdf(invoice: Stripe.Invoice, languages: string[]): Promise<Uint8Array> {
  const { language, title, facts, rows, state } = viewOf(invoice, languages);
  const document = new PDFDocument({
    size: "A4",
    margin: 56,
    info: { Title: title, Author: invoice.account_name ?? "" },
  });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve) => document.on("end", resolve));
  const right = document.page.width - 56;
  document
    .font("Helvetica-Bold")
    .fontSize(22)
    .text(invoice.account_name ?? "")
    .moveDown(0.3);
  document.fontSize(16).text(printable(title)).moveDown(0.2);
  document.font("Helvetica").fontSize(11).text(printable(state)).moveDown();
  for (const { label, value } of facts) document.text(printable(`${label}: ${value}`));
  document.moveDown(1.5);
  for (const { label, value, isSum } of rows) {
    document.font(isSum ? "Helvetica-Bold" : "Helvetica");
    const { y } = document;
    document.text(printable(value), 56, y, { width: right - 56, align: "right" });
    document.text(printable(label), 56, y, { width: right - 56 - 120 });
    document.moveDown(0.4);
  }
  document.moveDown(2).font("Helvetica-Oblique").fontSize(10).text(printable(language.texts.testPayments), 56);
  document.end();
  await done;
  return Buffer.concat(chunks);
}

/** The built-in fonts lack narrow spaces and the typographic minus, so these are replaced. */
function printable(text: string): string {
  return text.replace(/[\u202f\u2009]/g, "\u00a0").replaceAll("\u2212", "-");
}
