import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { getWiring } from "../clients/wiring.server";
import { ServiceError } from "../services/contracts/service-error";
import { sameOriginPath } from "../shell/same-origin-path";
import { requireUser, type SignedIn } from "./guard.server";
import { signIn } from "./sign-in.server";
import type { SignInExtras } from "./strategy.server";

/** Steps that stand on a session: a second factor, and acting as somebody. Spec 1, section 4; issue 3, part 4. */

/** The sign-in service gets the session's own tokens, from this server to that one; the browser only sees the code come back. */
async function stepOn(
  request: Request,
  person: SignedIn,
  step: { form: Record<string, string>; extras: SignInExtras; target: unknown },
): Promise<Response> {
  const session = await getWiring().sessionStore.find(person.realm, person.sessionId);
  if (!session) throw redirect("/login");
  const { accessToken, idToken } = session.tokens;
  return signIn(request, { ...step, accessToken, extras: { ...step.extras, id_token_hint: idToken } });
}

export type EscalatePage = {
  redirectTo: string;
  /** Whether a second factor is set up; without one the way leads to the profile. */
  isSet: boolean;
  /** The country offers it. */
  isOffered: boolean;
};

/** @throws Response to the target, for somebody whose login is secure already */
export async function loadEscalate(request: Request): Promise<EscalatePage> {
  const { user, credentials } = await requireUser(request);
  const redirectTo = sameOriginPath(new URL(request.url).searchParams.get("redirect"));
  if (user.isSecureLogin) throw redirect(redirectTo);
  const { body } = await getWiring().clients.auth.getSecondFactor({}, credentials);
  return { redirectTo, isSet: body.isSet, isOffered: user.canEscalate && user.isEmployee && !user.isImpersonated };
}

const escalateForm = z.object({ code: z.string().trim().max(60).default(""), redirect: z.string().optional() });

export async function submitEscalate(request: Request) {
  const person = await requireUser(request);
  if (!person.user.canEscalate) throw new Response("Not offered in this country", { status: 403 });
  const { code, redirect: target } = escalateForm.parse(Object.fromEntries(await request.clone().formData()));
  if (!code) return data({ problem: "mandatory" as const }, { status: 400 });
  const isOfTheApp = /^[\d\s]{6,8}$/.test(code);
  try {
    return await stepOn(request, person, {
      form: isOfTheApp ? { otp: code } : { recovery_code: code },
      extras: { acr_values: "secure" },
      target,
    });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const known = ["invalid_second_factor", "second_factor_required", "too_many_attempts"] as const;
    const problem = known.find((each) => each === error.code) ?? ("failed" as const);
    return data({ problem }, { status: error.status, headers: error.headers });
  }
}

export type ActAsPage = { uid: string; name: string; username: string };

/** @throws Response 404 when there is nobody that one may act as */
export async function loadActAs(request: Request): Promise<ActAsPage> {
  const { credentials } = await requireUser(request);
  const uid = new URL(request.url).searchParams.get("user") ?? "";
  try {
    const { body } = await getWiring().clients.auth.getActingTarget({ params: { uid } }, credentials);
    return { uid, ...body };
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) throw new Response("Not found", { status: 404 });
    throw error;
  }
}

export async function submitActAs(request: Request) {
  const person = await requireUser(request);
  const uid = new URL(request.url).searchParams.get("user") ?? "";
  const reason = String((await request.clone().formData()).get("reason") ?? "").trim();
  try {
    return await stepOn(request, person, { form: { reason }, extras: { act_as: uid }, target: "/" });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "ValidationError") {
      return data({ reason, errors: (error.details ?? []).map((each) => each.reason) }, { status: 400 });
    }
    throw new Response(error.message, { status: error.status });
  }
}
