import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { nullIfUnavailable } from "~/clients/null-if-unavailable";
import type { FormResult } from "~/forms/form-result";
import { formResult } from "~/forms/form-result.server";
import { actionOf } from "~/forms/intents";
import { type ReadForm, readForm } from "~/forms/read-form";
import type { RefusalReason } from "~/http/refusal-reason";
import { ServiceError } from "~/services/contracts/service-error";
import { readOneTimeCode } from "~/services/contracts/typed-text";
import { requireUser, type SignedIn } from "~/session/guard.server";
import { landingPath } from "~/session/library-pages";
import { signIn } from "~/session/sign-in/sign-in.server";
import type { SignInExtras } from "~/session/sign-in/strategy.server";
import { readIdToken } from "~/session/sign-in/token-calls.server";
import { problemWithWait } from "~/session/wait-in-words";
import { type EscalateIntent, escalateIntents } from "./escalate-intents";

/** Sign-in steps that require a session: a second factor, and impersonation. docs/product/shell.md#states. */

/**
 * Signs in again with the session's tokens, which this server sends to the sign-in service; the browser only gets the
 * code. An authorize request in the page's query (`authorize`) is completed instead of one of our own.
 */
async function stepOn(
  request: Request,
  person: SignedIn,
  { extras, ...step }: { form: Record<string, string>; extras: SignInExtras; target: unknown },
): Promise<Response> {
  const session = await person.backend.sessionStore.find(person.realm, person.sessionId);
  if (!session) throw redirect("/login");
  const { accessToken, idToken } = session.tokens;
  const all = { ...extras, id_token_hint: idToken };
  const authorize = new URL(request.url).searchParams.get("authorize");
  if (authorize === null) return signIn(person.backend, request, { ...step, accessToken, extras: all });
  const query = new URLSearchParams(authorize);
  const hinted = query.get("login_hint");
  if (hinted !== null && hinted !== readIdToken(idToken).sub) {
    throw new ServiceError(403, "other_person", "The request is for somebody else");
  }
  for (const [name, value] of Object.entries(all)) query.set(name, value);
  return signIn(person.backend, request, { ...step, accessToken, authorizeQuery: query.toString() });
}

export type EscalatePage = {
  redirectTo: string;
  /** The user's second factors; null if the country or the user has none. */
  factors: { hasApp: boolean; smsNumber: string | null } | null;
  /** The sign-in service is unavailable, so the factors are unknown. */
  isUnavailable: boolean;
  /** A code was sent from this page: its field remains after a reload, and after going to the message and back. */
  isSent: boolean;
  /** Path of the demo's outbox; null outside demo mode. */
  outbox: string | null;
};

/** @throws Response a redirect to the target, if the sign-in is secure already, or was made so a moment ago */
export async function loadEscalate(backend: Backend, request: Request): Promise<EscalatePage> {
  const { user, credentials } = await requireUser(backend, request);
  const query = new URL(request.url).searchParams;
  const redirectTo = landingPath(request, query.get("redirect"));
  const isFresh = Date.now() / 1000 - user.authTime < 60;
  const isDone = user.acr === "secure" && (isFresh || query.get("again") !== "true");
  if (isDone && !query.has("authorize")) throw redirect(redirectTo);
  const outbox = backend.environment.demo ? "/outbox" : null;
  const isSent = query.get("sent") === "sms";
  if (!user.mayStepUp) return { redirectTo, factors: null, isUnavailable: false, isSent, outbox };
  const response = await nullIfUnavailable(backend.clients.auth.getSecondFactor({}, credentials));
  const factors = response && { hasApp: response.body.isSet, smsNumber: response.body.smsNumber };
  return { redirectTo, factors, isUnavailable: response === null, isSent, outbox };
}

/** Why no code was sent, or why the submitted one was refused. */
export type EscalateResult = FormResult & {
  /** The form that shows the error at its code. */
  method?: EscalateMethod;
};

type EscalateMethod = "app" | "sms";

const escalateProblems = [
  "mandatory",
  "unreachable",
  "invalid_second_factor",
  "second_factor_required",
  "too_many_attempts",
  "sms_unavailable",
  "other_person",
  "failed",
] as const;

const method = z.enum(["app", "sms"]).default("app");
const redirectField = z.string().optional();
const sendForm = z.object({ redirect: redirectField });
const codeForm = z.object({
  method,
  code: z.string({ error: "mandatory" }).trim().min(1, "mandatory").max(60, "invalid_second_factor"),
  redirect: redirectField,
});

type Sent = { formData: FormData; person: SignedIn; request: Request };

const actions: Record<EscalateIntent, (sent: Sent) => Promise<Response | ReturnType<typeof escalateResult>>> = {
  [escalateIntents.send]: sendCode,
  [escalateIntents.prove]: proveFactor,
};

export async function submitEscalate(backend: Backend, request: Request) {
  const person = await requireUser(backend, request);
  if (!person.user.mayStepUp) throw new Response("Not offered to this person", { status: 403 });
  const formData = await request.clone().formData();
  // Enter in the code's field submits without a button.
  if (!formData.has("intent")) formData.set("intent", escalateIntents.prove);
  return actionOf(actions, formData)({ formData, person, request });
}

async function sendCode({ formData, person, request }: Sent) {
  const { submission } = readForm(formData, sendForm);
  if (submission.status !== "success") throw new Response("Not a form of this page", { status: 400 });
  try {
    await person.backend.clients.auth.sendSmsCode({ body: { locale: person.locale } }, person.credentials);
    return redirect(pathWhenSent(request, submission.value.redirect));
  } catch (error) {
    return escalateResult(person.backend, error, { request, submission, intent: escalateIntents.send, method: "app" });
  }
}

async function proveFactor({ formData, person, request }: Sent) {
  const { submission, values } = readForm(formData, codeForm);
  if (!["app", "sms"].includes(values.method)) throw new Response("Not a form of this page", { status: 400 });
  const form = { request, submission, intent: escalateIntents.prove, method: values.method };
  if (submission.status !== "success") return escalateResult(person.backend, null, form);
  const { code, redirect: target } = submission.value;
  try {
    const step = { form: proofOf(values.method, code), extras: { acr_values: "secure" }, target };
    return await stepOn(request, person, step);
  } catch (error) {
    return escalateResult(person.backend, error, form);
  }
}

/** The form with the error at its code field. */
function escalateResult(backend: Backend, error: unknown, { method, ...form }: EscalateForm) {
  const extra = { method };
  if (error === null) return formResult(backend, null, { ...form, extra });
  if (!(error instanceof ServiceError)) throw error;
  const problem = escalateProblems.find((each) => each === error.code) ?? "failed";
  return formResult(backend, error, {
    ...form,
    fieldErrors: { code: [problemWithWait(problem, error)] },
    status: error.status,
    extra,
  });
}

type EscalateForm = {
  request: Request;
  submission: ReadForm<unknown>["submission"];
  intent: EscalateIntent;
  method: EscalateMethod;
};

function pathWhenSent(request: Request, target: string | undefined): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set("redirect", landingPath(request, target));
  searchParams.set("sent", "sms");
  return `${pathname}?${searchParams}`;
}

function proofOf(method: EscalateMethod, code: string): Record<string, string> {
  if (method === "sms") return { sms_code: code };
  return /^\d{6,8}$/.test(readOneTimeCode(code)) ? { otp: code } : { recovery_code: code };
}

/** The page for impersonating another user. `target`: that user; null if the sign-in service is unavailable. `from`: path to return to. */
type ActAsPage = { target: { name: string; username: string } | null; from: string };

/** @throws Response 404 for a user the caller may not impersonate, 403 while already impersonating. docs/security.md, line 27 */
export async function loadActAs(backend: Backend, request: Request) {
  const { credentials, user } = await requireUser(backend, request);
  if (user.isImpersonated) throw new Response("acting" satisfies RefusalReason, { status: 403 });
  const query = new URL(request.url).searchParams;
  const uid = query.get("user") ?? "";
  try {
    const response = await nullIfUnavailable(backend.clients.auth.getActingTarget({ params: { uid } }, credentials));
    const page: ActAsPage = {
      target: response?.body ?? null,
      from: landingPath(request, query.get("from")),
    };
    return data(page, { status: response ? 200 : 503 });
  } catch (error) {
    if (error instanceof ServiceError) throw new Response("Not found", { status: 404 });
    throw error;
  }
}

const actAsForm = z.object({ reason: z.string().trim().default("") });

export async function submitActAs(backend: Backend, request: Request) {
  const person = await requireUser(backend, request);
  if (person.user.isImpersonated) throw new Response("acting" satisfies RefusalReason, { status: 403 });
  const query = new URL(request.url).searchParams;
  const uid = query.get("user") ?? "";
  const target = landingPath(request, query.get("redirect"));
  const { submission } = readForm(await request.clone().formData(), actAsForm);
  if (submission.status !== "success") throw new Response("Not a form of this page", { status: 400 });
  const form = { reason: submission.value.reason };
  try {
    return await stepOn(request, person, { form, extras: { act_as: uid }, target });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "ValidationError") return formResult(backend, error, { request, submission });
    if (error.status >= 500) return formResult(backend, error, { request, submission, status: 503 });
    throw new Response(error.message, { status: error.status });
  }
}
