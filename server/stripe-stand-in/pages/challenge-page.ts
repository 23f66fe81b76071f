import { languageOf } from "#server/stripe-stand-in/browser/texts";
import { escapeHtml } from "~/security/escape-html";
import { htmlPage } from "./layout";

type ChallengeView = {
  languages: string[];
  seller: string;
  /** Formatted amount to pay; null if a card is only saved. */
  amount: string | null;
  /** The form's target address. */
  action: string;
  isFramed: boolean;
};

/** The bank's authentication page: the cardholder confirms or refuses. */
export function challengePage({ languages, seller, amount, action, isFramed }: ChallengeView): string {
  const { tag, texts } = languageOf(languages);
  // Inside a frame the embedding page already has a main landmark.
  const part = isFramed ? "div" : "main";
  const body = `<${part} class="card">
<p class="notice"><strong>${escapeHtml(texts.testPayments)}</strong></p>
<h1>${escapeHtml(texts.challengeTitle)}</h1>
${amount ? `<dl class="amounts"><dt class="sum">${escapeHtml(seller)}</dt><dd class="sum">${escapeHtml(amount)}</dd></dl>` : ""}
<p>${escapeHtml(texts.challengeText)}</p>
<form method="post" action="${escapeHtml(action)}" class="actions">
<button class="button" name="outcome" value="complete">${escapeHtml(texts.complete)}</button>
<button class="button other" name="outcome" value="fail">${escapeHtml(texts.fail)}</button>
</form>
</${part}>`;
  const className = isFramed ? "challenge" : "challenge alone";
  return htmlPage({ title: texts.challengeTitle, lang: tag, body, className });
}

/** Page that notifies the embedding page of the end of the authentication. */
export function challengeDonePage(languages: string[]): string {
  const { tag, texts } = languageOf(languages);
  const script = "/test-payments/challenge-done.js";
  return htmlPage({ title: texts.challengeTitle, lang: tag, body: "", script, className: "challenge" });
}

export const challengeDoneScript = 'window.parent.postMessage("challenge-done", "*");';
