import { type Language, languageOf, type Texts } from "../browser/texts";
import type { CardEntry } from "../cards/card-entry";
import { htmlText } from "./html-text";
import { htmlPage } from "./layout";
import { writeAmount } from "./money";

export type CheckoutView = {
  languages: string[];
  seller: string;
  /** The form's target address. */
  action: string;
  isSetup: boolean;
  currency: string;
  lines: Array<{ name: string; amount: number; interval: string | null }>;
  discount: number;
  total: number;
  email: string | null;
  /** Whether the form has an e-mail field. */
  asksEmail: boolean;
  name: string;
  entry: Omit<CardEntry, "cvc">;
  /** Messages by field, and `form` for the card as a whole. */
  mistakes: Partial<Record<"email" | "name" | "number" | "expiry" | "cvc" | "form", string>>;
  cancelUrl: string | null;
};

/** The provider's hosted checkout page, which works without script. */
export function checkoutPage(view: CheckoutView): string {
  const language = languageOf(view.languages);
  const { texts } = language;
  const title = view.isSetup
    ? texts.saveCard
    : texts.pay.replace("{amount}", writeAmount(view.total, view.currency, language.tag));
  const body = `<main class="card">
<p class="notice"><strong>${htmlText(texts.testPayments)}</strong> <span class="hint">${htmlText(texts.testCard)}</span></p>
<h1>${htmlText(view.seller)}</h1>
${view.isSetup ? "" : amounts(view, language)}
${view.mistakes.form ? `<p class="problem" role="alert">${htmlText(view.mistakes.form)}</p>` : ""}
<form method="post" action="${htmlText(view.action)}" class="stack" novalidate>
${view.asksEmail ? field(view, "email", texts.email, view.email ?? "", 'type="email" autocomplete="email"') : ""}
${field(view, "number", texts.cardNumber, view.entry.number, 'inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234"')}
<div class="fields">
${field(view, "expiry", texts.expiry, view.entry.expiry, `inputmode="numeric" autocomplete="cc-exp" placeholder="${htmlText(texts.expiryHint)}"`)}
${field(view, "cvc", texts.cvc, "", 'inputmode="numeric" autocomplete="cc-csc" placeholder="CVC"')}
</div>
${field(view, "name", texts.name, view.name, 'autocomplete="cc-name"')}
<div class="actions"><button class="button">${htmlText(title)}</button></div>
</form>
${view.cancelUrl ? `<p><a class="link" href="${htmlText(view.cancelUrl)}">${htmlText(texts.back)}</a></p>` : ""}
</main>`;
  return htmlPage({ title, lang: language.tag, body, className: "page" });
}

function amounts({ lines, discount, total, currency }: CheckoutView, { tag, texts }: Language): string {
  const line = (label: string, amount: number, { isSum = false, interval = "" } = {}) => {
    const kind = isSum ? ' class="sum"' : "";
    const written = `${writeAmount(amount, currency, tag)} ${interval}`.trim();
    return `<dt${kind}>${htmlText(label)}</dt><dd${kind}>${htmlText(written)}</dd>`;
  };
  return `<dl class="amounts">
${lines.map(({ name, amount, interval }) => line(name, amount, { interval: intervalText(interval, texts) })).join("\n")}
${discount > 0 ? line(texts.discount, -discount) : ""}
${line(texts.total, total, { isSum: true })}
</dl>`;
}

function intervalText(interval: string | null, texts: Texts): string {
  if (interval === "month") return texts.perMonth;
  return interval === "year" ? texts.perYear : "";
}

function field(
  { mistakes }: CheckoutView,
  name: "email" | "name" | "number" | "expiry" | "cvc",
  label: string,
  value: string,
  attributes: string,
): string {
  const mistake = mistakes[name];
  return `<div class="field ${name}">
<label class="Label" for="${name}">${htmlText(label)}</label>
<input class="Input${mistake ? " Input--invalid" : ""}" id="${name}" name="${name}" value="${htmlText(value)}" ${attributes} required aria-describedby="${name}-error" aria-invalid="${mistake !== undefined}">
<p class="Error" id="${name}-error">${htmlText(mistake ?? "")}</p>
</div>`;
}

/** A page with one sentence, for a session that is no longer open. */
export function overPage(languages: string[], back: string | null): string {
  const { tag, texts } = languageOf(languages);
  const body = `<main class="card"><h1>${htmlText(texts.sessionOver)}</h1>
${back ? `<p><a class="link" href="${htmlText(back)}">${htmlText(texts.back)}</a></p>` : ""}</main>`;
  return htmlPage({ title: texts.sessionOver, lang: tag, body, className: "page" });
}
