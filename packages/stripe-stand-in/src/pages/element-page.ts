import { languageOf } from "../browser/texts";
import { htmlText } from "./html-text";
import { htmlPage } from "./layout";

/** The card form in an element's frame. The frame's script sets its language and appearance. */
export function elementPage(): string {
  const { texts } = languageOf(["en"]);
  const field = (name: string, label: string, text: string, attributes: string) => `
<div class="field ${name}">
<label class="Label" for="${name}" data-text="${text}">${htmlText(label)}</label>
<div class="holder">
<input class="Input" id="${name}" name="${name}" type="text" inputmode="numeric" ${attributes} aria-describedby="${name}-error" spellcheck="false">
${name === "number" ? '<span id="brand" aria-hidden="true"></span>' : ""}
</div>
<p class="Error" id="${name}-error" role="alert"></p>
</div>`;
  const body = `<div>
<p class="notice"><strong data-text="testPayments">${htmlText(texts.testPayments)}</strong> <span class="hint" data-text="testCard">${htmlText(texts.testCard)}</span></p>
<form class="fields" novalidate>
${field("number", texts.cardNumber, "cardNumber", 'autocomplete="cc-number" placeholder="1234 1234 1234 1234" maxlength="23"')}
${field("expiry", texts.expiry, "expiry", 'autocomplete="cc-exp" placeholder="MM / YY" maxlength="9"')}
${field("cvc", texts.cvc, "cvc", 'autocomplete="cc-csc" placeholder="CVC" maxlength="4"')}
</form>
</div>`;
  return htmlPage({
    title: texts.frameTitle,
    lang: "en",
    body,
    script: "/test-payments/element.js",
    className: "element",
  });
}
