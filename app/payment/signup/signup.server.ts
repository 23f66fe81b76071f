import { redirect } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import { hostsOfProcess, requestContextOf } from "~/clients/request-context.server";
import { requireSameOrigin } from "~/clients/same-origin.server";
import type { FormResult } from "~/forms/form-result";
import { formResult } from "~/forms/form-result.server";
import { readForm } from "~/forms/read-form";
import { getTranslator } from "~/i18n/i18n.server";
import { openPaymentSession, type PaymentSession } from "~/payment/payment-session.server";
import { loadPlans, type PlansProblem } from "~/payment/plans.server";
import { problemText } from "~/payment/provider/problem-text";
import { type Realm, realms } from "~/realms/realm";
import { emailIsUsed } from "~/services/contracts/account";
import type { Price, Product } from "~/services/contracts/payment";
import { ServiceError } from "~/services/contracts/service-error";
import { stayField } from "~/services/contracts/stay-signed-in";
import { isFamily } from "~/session/family.server";
import { signIn } from "~/session/sign-in/sign-in.server";
import { noticeToShow } from "~/shell/notice.server";
import { requestOrder } from "./order.server";
import type { ProgressError } from "./payment-progress.machine";
import { formName, type SignupReasons, transition } from "./signup.machine";
import { signupMessages, signupSchema, trialChoice } from "./signup-form";

/** First page of sign-up: plan, name and password. docs/product/shell.md#sign-up-payment. */

export type SignupPageData = {
  realm: Realm;
  products: Product[];
  prices: Price[];
  /** Reason why no plans are shown. */
  problem: PlansProblem | null;
  /** The plan chosen before, or the trial. */
  priceId: string;
  /** Sign-up pages of other countries. */
  elsewhere: { realm: Realm; address: string }[];
};

const paymentStepPath = "/signup/payment";
const successPath = "/signup/success";

/** @throws Response a redirect for a signed-in user: the page is for guests */
export async function loadSignup(backend: Backend, request: Request): Promise<SignupPageData> {
  const session = await openPaymentSession(backend, request);
  if (session.person) throw redirect((await isFamily(session.person)) ? paymentStepPath : "/");
  const plans = await loadPlans(backend, session);
  const requested = new URL(request.url).searchParams.get("plan");
  const chosen = requested === trialChoice ? null : (requested ?? session.state.progress.request?.priceId);
  const priceId = plans.prices.find(({ id }) => id === chosen)?.id ?? trialChoice;
  return { realm: session.realm, ...plans, priceId, elsewhere: signupsElsewhere(request, session.realm) };
}

/** Every country has a site of its own, which a link leads to: an account belongs to the country of its address. */
function signupsElsewhere(request: Request, own: Realm): SignupPageData["elsewhere"] {
  const { origin } = requestContextOf(request);
  return realms.flatMap((realm) => {
    const other = realm === own ? null : hostsOfProcess().originOf(realm, origin);
    return other === null ? [] : [{ realm, address: `${other}/signup` }];
  });
}

/**
 * Registers, orders the plan or starts the trial, and signs in; the card of a plan follows on the next page. If submitted twice, or again with the same address and
 * password before paying, it continues with the existing account.
 */
export async function submitSignup(backend: Backend, request: Request) {
  requireSameOrigin(request);
  const session = await openPaymentSession(backend, request);
  if (session.person) return redirect("/");
  const { submission } = readForm(await request.clone().formData(), signupSchema);
  if (submission.status !== "success") return formResult(backend, null, { request, submission });
  const { priceId, privacy: _, stay, ...account } = submission.value;
  const signup = transition(transition(session.state.signup, { type: "reset" }), { type: "submitted" });
  const { clients } = backend;
  let uid: string;
  try {
    const { body } = await clients.account.register({ body: account, headers: session.headers }, session.credentials);
    uid = body.uid;
  } catch (error) {
    return refused(error, { request, session, submission, signup });
  }
  const name = `${account.firstname} ${account.lastname}`;
  const registered = { ...session.state, signup: transition(signup, { type: "registered" }) };
  const credentials = { username: account.email, password: account.password, ...(stay ? { [stayField]: stay } : {}) };
  if (priceId === trialChoice) {
    const problem = await startTrial(session);
    const headers = [(await session.save(registered, uid))["Set-Cookie"]];
    if (problem === null) return loggedIn(backend, request, credentials, { target: successPath, headers });
    const t = await getTranslator(request, "payment");
    headers.push(await noticeToShow("warning", problemText(t, problem)));
    return loggedIn(backend, request, credentials, { target: paymentStepPath, headers });
  }
  const state = await requestOrder(
    backend,
    { ...session, state: registered },
    { priceId, quantity: 1, name, email: account.email },
  );
  const headers = [(await session.save(state, uid))["Set-Cookie"]];
  return loggedIn(backend, request, credentials, { target: paymentStepPath, headers });
}

/** Starts the trial of the account that this browser has registered; returns why that failed, e.g. because the address had one before. */
async function startTrial({ backend, headers, credentials }: PaymentSession): Promise<ProgressError | null> {
  try {
    await backend.clients.payment.startTrial({ headers }, credentials);
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { code: error.code, message: error.message };
  }
}

/** Signs in with the submitted credentials; if that fails, the browser's payment session is enough to continue to the payment. */
async function loggedIn(
  backend: Backend,
  request: Request,
  form: Record<string, string>,
  { target, headers }: { target: string; headers: string[] },
) {
  const response = await signIn(backend, request, { form, target }).catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    return redirect(target);
  });
  for (const header of headers) response.headers.append("Set-Cookie", header);
  return response;
}

type Refused = {
  request: Request;
  session: PaymentSession;
  submission: Parameters<typeof formResult>[2]["submission"];
  signup: ReturnType<typeof transition>;
};

/** A conflict means that the address is in use; validation errors belong to their fields; other messages are shown unchanged. */
async function refused(error: unknown, { request, session, submission, signup }: Refused) {
  if (!(error instanceof ServiceError)) throw error;
  const reasons = reasonsOf(error);
  const state = { ...session.state, signup: transition(signup, { type: "refused", reasons }) };
  const { "": formReasons, ...fieldErrors } = reasons;
  const headers = { ...error.headers, ...(await session.save(state)) };
  const failure = new ServiceError(error.status, error.code, error.message, undefined, headers);
  return formResult<Partial<FormResult>>(session.backend, failure, {
    request,
    submission,
    ...(Object.keys(fieldErrors).length > 0 ? { fieldErrors } : {}),
    ...(formReasons ? { fieldErrors: { ...fieldErrors, "": formReasons } } : {}),
  });
}

function reasonsOf({ status, code, message, details }: ServiceError): SignupReasons {
  if (code === "ConflictError") return { email: [emailIsUsed] };
  if (status === 429) return { "": [signupMessages.tooManyAttempts] };
  if (status >= 500) return { "": [signupMessages.notRegistered] };
  if (code !== "ValidationError") return { "": [message] };
  const reasons: SignupReasons = {};
  for (const { attribute, reason } of details ?? []) {
    const name = formName(attribute);
    reasons[name] = [...(reasons[name] ?? []), formName(reason)];
  }
  return reasons;
}
