import { languageOf } from "../browser/texts";
import { htmlText } from "./html-text";
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
<p class="notice"><strong>${htmlText(texts.testPayments)}</strong></p>
<h1>${htmlText(texts.challengeTitle)}</h1>
${amount ? `<dl class="amounts"><dt class="sum">${htmlText(seller)}</dt><dd class="sum">${htmlText(amount)}</dd></dl>` : ""}
<p>${htmlText(texts.challengeText)}</p>
<form method="post" action="${htmlText(action)}" class="actions">
<button class="button" name="outcome" value="complete">${htmlText(texts.complete)}</button>
<button class="button other" name="outcome" value="fail">${htmlText(texts.fail)}</button>
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
