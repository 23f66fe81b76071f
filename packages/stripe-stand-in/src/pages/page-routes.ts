import type { Context, Hono } from "hono";
import { parseAccept } from "hono/utils/accept";
import { type Account, find } from "../account";
import type { Accounts } from "../accounts";
import { ApiError } from "../api-error";
import type { StandInEnv } from "../api-handler";
import { returnAddressOf } from "../browser/return-address";
import { languageOf } from "../browser/texts";
import type { BrowserFileName } from "../browser-files";
import type { Kinds } from "../ledger";
import { invoiceKey } from "../present";
import { lineItemsOf } from "../resources/checkout-sessions";
import { intentOf as intentOfInvoice } from "../resources/invoices";
import { answerChallenge } from "../resources/payment-intents";
import { answerSetupChallenge } from "../resources/setup-intents";
import { payInvoice, settleConfirmation } from "../resources/subscription-status";
import { settleSetup } from "../resources/subscriptions";
import { challengeDonePage, challengeDoneScript, challengePage } from "./challenge-page";
import { asksEmail, type CheckoutForm, type CheckoutStep, stepOf, submitCheckout } from "./checkout-flow";
import { type CheckoutView, checkoutPage, overPage } from "./checkout-page";
import { elementPage } from "./element-page";
import { invoicePage, invoicePdf } from "./invoice-page";
import { pagePolicy } from "./layout";
import { writeAmount } from "./money";
import { pagesCss } from "./pages.css";

type PageContext = Context<StandInEnv>;
type Session = Kinds["checkout.session"];

const below = "/test-payments";

/** Adds the routes for browsers: scripts, an element's frame, the bank's page, Checkout and invoices. */
export function addPages(
  app: Hono<StandInEnv>,
  accounts: Accounts,
  fileOf: (name: BrowserFileName) => Promise<string>,
): void {
  for (const name of ["stripe", "element"] as const) {
    app.get(`${below}/${name}.js`, async (c) => file(c, await fileOf(name), "text/javascript"));
  }
  app.get(`${below}/challenge-done.js`, (c) => file(c, challengeDoneScript, "text/javascript"));
  app.get(`${below}/pages.css`, (c) => file(c, pagesCss, "text/css"));
  app.get(`${below}/element`, (c) => page(c, elementPage()));
  addChallenges(app, accounts);
  addCheckout(app, accounts);
  addInvoices(app, accounts);
}

/** The bank's page, which asks the buyer to confirm a payment. */
function addChallenges(app: Hono<StandInEnv>, accounts: Accounts): void {
  app.get(`${below}/three-d-secure/:id`, (c) => {
    const target = intentOf(accounts, c);
    if (!target) return gone(c);
    const { account, intent } = target;
    const languages = languagesOf(c, account);
    const { tag } = languageOf(languages);
    const amount = intent.object === "payment_intent" ? writeAmount(intent.amount, intent.currency, tag) : null;
    const { pathname, search } = new URL(c.req.url);
    const isFramed = c.req.query("framed") === "1";
    return page(
      c,
      challengePage({ languages, seller: account.settings.displayName, amount, action: pathname + search, isFramed }),
    );
  });

  app.post(`${below}/three-d-secure/:id`, async (c) => {
    const target = intentOf(accounts, c);
    if (!target) return gone(c);
    const { account, intent } = target;
    const isProved = (await c.req.formData()).get("outcome") === "complete";
    const returnUrl = intent.next_action?.redirect_to_url?.return_url;
    const after = accounts.during(account, null, () => settleChallenge(account, intent, isProved));
    if (c.req.query("framed") === "1") return page(c, challengeDonePage(languagesOf(c, account)));
    return returnUrl ? c.redirect(returnAddressOf(returnUrl, after), 303) : gone(c);
  });
}

function addCheckout(app: Hono<StandInEnv>, accounts: Accounts): void {
  app.get(`${below}/checkout/:id`, (c) =>
    withSession(accounts, c, (account, session) => show(c, account, session, {})),
  );
  app.post(`${below}/checkout/:id`, async (c) => {
    const form = formOf(await c.req.formData());
    return withSession(accounts, c, (account, session) => {
      const texts = textsOf(c, account, session);
      const step = accounts.during(account, null, () => submitCheckout(account, session, form, texts));
      return follow(c, account, step, form);
    });
  });
  app.get(`${below}/checkout/:id/return`, (c) =>
    withSession(accounts, c, (account, session) => {
      const texts = textsOf(c, account, session);
      return follow(
        c,
        account,
        accounts.during(account, null, () => stepOf(account, session.id, texts)),
        null,
      );
    }),
  );
}

function addInvoices(app: Hono<StandInEnv>, accounts: Accounts): void {
  app.get(`${below}/invoices/:id/:key`, (c) => {
    const target = invoiceOf(accounts, c);
    if (!target) return gone(c);
    return page(c, invoicePage(target.account, target.invoice, target.languages, new URL(c.req.url).pathname));
  });
  app.post(`${below}/invoices/:id/:key`, (c) => {
    const target = invoiceOf(accounts, c);
    if (!target) return gone(c);
    const { account, invoice, languages } = target;
    const back = account.publicOrigin() + new URL(c.req.url).pathname;
    const bank = accounts.during(account, null, () => payAtPage(account, invoice, back));
    return c.redirect(bank === null ? back : `${bank}&locale=${languageOf(languages).tag}`, 303);
  });
  app.get(`${below}/invoices/:id/:key/pdf`, async (c) => {
    const target = invoiceOf(accounts, c);
    if (!target) return gone(c);
    const pdf = await invoicePdf(target.invoice, target.languages);
    return c.body(Uint8Array.from(pdf).buffer, 200, {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${target.invoice.number}.pdf"`,
      "Cache-Control": "no-store",
    });
  });
}

type PageResource<Item> = { account: Account } & Item;

/** The intent in the path, if the query contains its client secret. */
function intentOf(
  accounts: Accounts,
  c: PageContext,
): PageResource<{ intent: Kinds["payment_intent"] | Kinds["setup_intent"] }> | null {
  const id = c.req.param("id") ?? "";
  for (const account of accounts.all) {
    const intent = account.ledger.get("payment_intent", id) ?? account.ledger.get("setup_intent", id);
    if (intent?.client_secret && intent.client_secret === c.req.query("client_secret")) return { account, intent };
  }
  return null;
}

function settleChallenge(
  account: Account,
  intent: Kinds["payment_intent"] | Kinds["setup_intent"],
  isProved: boolean,
): Kinds["payment_intent"] | Kinds["setup_intent"] {
  if (intent.object === "payment_intent") {
    const confirmation = answerChallenge(account, intent, isProved);
    settleConfirmation(account, confirmation);
    return find(account, "payment_intent", intent.id);
  }
  try {
    settleSetup(account, answerSetupChallenge(account, intent, isProved));
  } catch (error) {
    // The card cannot be saved after all; the intent contains the error.
    if (!(error instanceof ApiError)) throw error;
  }
  return find(account, "setup_intent", intent.id);
}

/** Charges an open invoice to the saved card. @returns the bank's page if it requires confirmation, else null */
function payAtPage(account: Account, invoice: Kinds["invoice"], back: string): string | null {
  if (invoice.status !== "open") return null;
  payInvoice(account, invoice, null, { offSession: false, returnUrl: back });
  const intent = intentOfInvoice(account, invoice.id);
  return intent?.status === "requires_action" ? (intent.next_action?.redirect_to_url?.url ?? null) : null;
}

function withSession(
  accounts: Accounts,
  c: PageContext,
  work: (account: Account, session: Session) => Response,
): Response {
  const id = c.req.param("id") ?? "";
  for (const account of accounts.all) {
    const session = account.ledger.get("checkout.session", id);
    if (!session) continue;
    if (session.status === "complete") return c.redirect(successAddress(session), 303);
    if (session.status === "expired")
      return page(c, overPage(languagesOf(c, account, session), session.cancel_url), 404);
    return work(account, session);
  }
  return gone(c);
}

function follow(c: PageContext, account: Account, step: CheckoutStep, form: CheckoutForm | null): Response {
  const session = find(account, "checkout.session", c.req.param("id") ?? "");
  if (step.kind === "complete") return c.redirect(successAddress(step.session), 303);
  if (step.kind === "challenge") {
    const { tag } = languageOf(languagesOf(c, account, session));
    return c.redirect(`${step.address}&locale=${tag}`, 303);
  }
  return show(c, account, session, { mistakes: step.mistakes, form });
}

function successAddress(session: Session): string {
  return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

type Again = { mistakes?: CheckoutView["mistakes"]; form?: CheckoutForm | null };

function show(c: PageContext, account: Account, session: Session, { mistakes = {}, form = null }: Again): Response {
  const lines = lineItemsOf(account, session).map(({ description, amount_total, price }) => ({
    name: description ?? "",
    amount: amount_total,
    interval: price?.recurring?.interval ?? null,
  }));
  const view: CheckoutView = {
    languages: languagesOf(c, account, session),
    seller: account.settings.displayName,
    action: `/test-payments/checkout/${session.id}`,
    isSetup: session.mode === "setup",
    currency: session.currency ?? account.settings.currency,
    lines,
    discount: session.total_details?.amount_discount ?? 0,
    total: session.amount_total ?? 0,
    email: form?.email ?? null,
    asksEmail: asksEmail(session),
    name: form?.name ?? "",
    entry: { number: form?.number ?? "", expiry: form?.expiry ?? "" },
    mistakes,
    cancelUrl: session.cancel_url,
  };
  return page(c, checkoutPage(view), Object.keys(mistakes).length > 0 ? 422 : 200);
}

function formOf(data: FormData): CheckoutForm {
  const of = (name: string) => String(data.get(name) ?? "").slice(0, 200);
  return { number: of("number"), expiry: of("expiry"), cvc: of("cvc"), email: of("email"), name: of("name") };
}

function invoiceOf(
  accounts: Accounts,
  c: PageContext,
): PageResource<{ invoice: Kinds["invoice"]; languages: string[] }> | null {
  for (const account of accounts.all) {
    const invoice = account.ledger.get("invoice", c.req.param("id") ?? "");
    if (!invoice || invoiceKey(invoice) !== c.req.param("key")) continue;
    const customer = account.ledger.get("customer", invoice.customer as string);
    return { account, invoice, languages: [...(customer?.preferred_locales ?? []), account.settings.locale] };
  }
  return null;
}

function textsOf(c: PageContext, account: Account, session: Session) {
  return languageOf(languagesOf(c, account, session)).texts;
}

/** Languages in order of preference: the query's, the session's, the browser's, the country's. */
function languagesOf(c: PageContext, account: Account, session?: Session): string[] {
  const requested = c.req.query("locale");
  const ofSession = session?.locale && session.locale !== "auto" ? [session.locale] : [];
  return [...(requested ? [requested] : []), ...ofSession, ...acceptedLanguages(c), account.settings.locale];
}

function acceptedLanguages(c: PageContext): string[] {
  return parseAccept(c.req.header("Accept-Language") ?? "").flatMap(({ type, q }) => (q > 0 ? [type] : []));
}

function page(c: PageContext, html: string, status: 200 | 404 | 422 = 200): Response {
  return c.html(html, status, { "Content-Security-Policy": pagePolicy, "Cache-Control": "no-store" });
}

function file(c: PageContext, text: string, type: string): Response {
  return c.body(text, 200, { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "no-cache" });
}

function gone(c: PageContext): Response {
  return page(c, overPage([...acceptedLanguages(c), "en"], null), 404);
}
