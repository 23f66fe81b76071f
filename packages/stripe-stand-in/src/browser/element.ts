import {
  brandOf,
  cvcLength,
  cvcMistake,
  digitsOf,
  type EntryMistake,
  expiryMistake,
  expiryOf,
  formatExpiry,
  formatNumber,
  numberMistake,
} from "../cards/card-entry";
import { callApi } from "./api";
import { styleSheetOf, styleSheetOfCard } from "./appearance";
import type { Billing, CallReply, FrameSettings, ToFrame, ToPage } from "./frame-messages";
import { errorText, languageOf, type Texts } from "./texts";

/** The card form in an element's frame. Card data are sent to the stand-in only; the page only receives state. */

type Field = "number" | "expiry" | "cvc";

const base = new URL(".", window.location.href).href;
const fields: Field[] = ["number", "expiry", "cvc"];
const input = (field: Field) => document.getElementById(field) as HTMLInputElement;
const touched = new Set<Field>();
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

let settings: FrameSettings | null = null;
let texts: Texts = languageOf(navigator.languages).texts;
/** The embedding page, which is the only recipient of messages. */
let page: { window: Window; origin: string } | null = null;

function send(message: ToPage): void {
  page?.window.postMessage(message, page.origin);
}

function mistakes(): Record<Field, EntryMistake | null> {
  const number = digitsOf(input("number").value);
  return {
    number: numberMistake(number),
    expiry: expiryMistake(input("expiry").value, new Date()),
    cvc: cvcMistake(input("cvc").value, brandOf(number)),
  };
}

/** Shows the problems of visited fields, and reports the state of the form to the page. */
function review(): void {
  const problems = mistakes();
  for (const field of fields) {
    const mistake = touched.has(field) ? problems[field] : null;
    const error = document.getElementById(`${field}-error`) as HTMLElement;
    error.textContent = mistake ? (errorText(texts, mistake, undefined) ?? "") : "";
    input(field).setAttribute("aria-invalid", String(mistake !== null));
    input(field).classList.toggle("Input--invalid", mistake !== null);
  }
  const first = fields.map((field) => problems[field]).find((mistake) => mistake !== null);
  const isEmpty = fields.every((field) => input(field).value === "");
  const firstShown = fields.filter((field) => touched.has(field) && problems[field] !== null)[0];
  const detail = {
    complete: !first,
    empty: isEmpty,
    collapsed: false,
    value: settings?.kind === "card" ? { postalCode: "" } : { type: "card" },
    brand: brandOf(digitsOf(input("number").value)),
    error: firstShown ? errorOf(problems[firstShown] as EntryMistake) : undefined,
  };
  send({ name: "event", type: "change", detail });
}

function errorOf(code: EntryMistake) {
  return { type: "validation_error", code, message: errorText(texts, code, undefined) ?? code };
}

/** Shows all problems; the reply contains the first. */
function check(): CallReply {
  for (const field of fields) touched.add(field);
  review();
  const problems = mistakes();
  const wrong = fields.find((field) => problems[field] !== null);
  if (!wrong) return {};
  input(wrong).focus();
  return { error: errorOf(problems[wrong] as EntryMistake) };
}

async function make(billing: Billing): Promise<CallReply> {
  const wrong = check();
  if (wrong.error || !settings) return wrong;
  const expiry = expiryOf(input("expiry").value);
  const reply = await callApi(base, settings.key, settings.locale, "POST", "payment_methods", {
    type: "card",
    card: {
      number: digitsOf(input("number").value),
      exp_month: expiry?.month,
      exp_year: expiry?.year,
      cvc: digitsOf(input("cvc").value),
    },
    ...billing,
  });
  return reply.error ? { error: reply.error } : { paymentMethod: reply.body as { id: string } };
}

function apply(next: FrameSettings): void {
  settings = next;
  const language = languageOf([next.locale]);
  texts = language.texts;
  document.documentElement.lang = language.tag;
  document.documentElement.dataset.kind = next.kind;
  for (const node of document.querySelectorAll<HTMLElement>("[data-text]")) {
    node.textContent = texts[node.dataset.text as keyof Texts];
  }
  input("expiry").placeholder = texts.expiryHint;
  const style = (next.options.style ?? {}) as Record<string, Record<string, unknown>>;
  sheet.replaceSync(`${styleSheetOf(next.appearance)}\n${next.kind === "card" ? styleSheetOfCard(style) : ""}`);
  for (const { family, src, weight, style: slant } of next.fonts) {
    if (!family || !src) continue;
    const face = new FontFace(family, src, { ...(weight ? { weight } : {}), ...(slant ? { style: slant } : {}) });
    void face.load().then(
      (loaded) => document.fonts.add(loaded),
      () => undefined,
    );
  }
  const isDisabled = next.options.disabled === true || next.options.readOnly === true;
  for (const field of fields) input(field).disabled = isDisabled;
  if (touched.size > 0) review();
}

function listenToField(field: Field): void {
  const node = input(field);
  node.addEventListener("input", () => {
    if (field === "number") keepCaret(node, formatNumber(node.value));
    if (field === "expiry") keepCaret(node, formatExpiry(node.value));
    if (field === "cvc")
      node.value = digitsOf(node.value).slice(0, cvcLength(brandOf(digitsOf(input("number").value))));
    showBrand();
    review();
  });
  node.addEventListener("blur", () => {
    if (node.value !== "") touched.add(field);
    review();
    send({ name: "event", type: "blur", detail: {} });
  });
  node.addEventListener("focus", () => send({ name: "event", type: "focus", detail: {} }));
  node.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") send({ name: "event", type: "escape", detail: {} });
  });
}

/** Sets the formatted text and keeps the caret after the same digit, so that corrections in the middle work. */
function keepCaret(node: HTMLInputElement, formatted: string): void {
  const end = node.selectionStart ?? node.value.length;
  const isAtEnd = end >= node.value.length;
  const digits = digitsOf(node.value.slice(0, end)).length;
  node.value = formatted;
  if (isAtEnd) return;
  let place = 0;
  for (let passedDigits = 0; passedDigits < digits && place < formatted.length; place += 1)
    if (/\d/.test(formatted[place] ?? "")) passedDigits += 1;
  node.setSelectionRange(place, place);
}

function showBrand(): void {
  const brand = brandOf(digitsOf(input("number").value));
  (document.getElementById("brand") as HTMLElement).textContent = brand === "unknown" ? "" : brand.toUpperCase();
}

window.addEventListener("message", (event: MessageEvent) => {
  if (event.source !== window.parent) return;
  page = { window: window.parent, origin: event.origin };
  const message = event.data as ToFrame;
  if (message.name === "settings") {
    apply(message.settings);
    sendHeight();
  } else if (message.name === "focus") input("number").focus();
  else if (message.name === "blur") (document.activeElement as HTMLElement | null)?.blur();
  else if (message.name === "clear") {
    for (const field of fields) input(field).value = "";
    touched.clear();
    showBrand();
    review();
  } else if (message.name === "check") send({ name: "reply", call: message.call, reply: check() });
  else if (message.name === "make") {
    void make(message.billing ?? {}).then((reply) => send({ name: "reply", call: message.call, reply }));
  }
});

function sendHeight(): void {
  send({ name: "height", height: Math.ceil(document.body.getBoundingClientRect().height) });
}

for (const field of fields) listenToField(field);
new ResizeObserver(sendHeight).observe(document.body);
// The page's origin is not known yet; on this message it replies with the settings.
window.parent.postMessage({ name: "ready" } satisfies ToPage, "*");
