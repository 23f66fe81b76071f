import { redirect } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import { nullIfUnavailable } from "~/clients/null-if-unavailable";
import { guestCallContext, requestContextOf } from "~/clients/request-context.server";
import { ServiceError } from "~/services/contracts/service-error";
import {
  clearedExternalCookie,
  clearedTargetCookie,
  externalAttemptOf,
  externalCookieHeader,
  targetCookieHeader,
  targetOf,
} from "~/session/cookies.server";
import { optionalUser } from "~/session/guard.server";
import { landingPath } from "~/session/library-pages";
import { withinGuardWait } from "~/session/wait";
import { externalProblems } from "./external-problems";
import { beginAttempt } from "./sign-in.server";

/** Sign-in at an external provider: the redirect there and the callback. */

/** Names of the realm's providers; none while the sign-in service is unavailable. */
export async function loadProviders(backend: Backend, request: Request): Promise<string[]> {
  const response = await withinGuardWait(
    nullIfUnavailable(backend.clients.auth.getProviders({}, guestCallContext(requestContextOf(request)))),
  );
  return response === "timeout" ? [] : (response?.body.data.map(({ name }) => name) ?? []);
}

/** /login/with/{provider}: redirects to the provider. All state of the attempt is stored in the browser; nothing changes here. */
export async function goToProvider(backend: Backend, request: Request, provider: string): Promise<Response> {
  const context = requestContextOf(request);
  const query = new URL(request.url).searchParams;
  const requested = query.get("authorize");
  // A signed-in user comes from an action that requires a recent proof. The guard's reauthenticate flag for visitors
  // requires none: a provider's single sign-on need not ask for the password again.
  const isProof = query.get("reauthenticate") === "true" && (await optionalUser(backend, request)).kind === "user";
  const reauthenticate = isProof ? "true" : undefined;
  const own = requested === null ? await beginAttempt(backend, context, { amr_hint: provider, reauthenticate }) : null;
  const authorize = requested ?? new URL(own?.path ?? "", context.origin).search.slice(1);
  const target = landingPath(request, query.get("redirect"));
  try {
    const { body } = await backend.clients.auth.beginExternal(
      { params: { provider }, body: { authorize } },
      guestCallContext(context),
    );
    const headers = new Headers();
    for (const cookie of own?.cookies ?? []) headers.append("Set-Cookie", cookie);
    headers.append("Set-Cookie", await targetCookieHeader(request, target));
    headers.append("Set-Cookie", await externalCookieHeader(request, body.attempt));
    return redirect(body.location, { headers });
  } catch (error) {
    return backToLogin(error, target, new Headers());
  }
}

/** /login/with/{provider}/callback: completes the attempt that this browser holds. docs/security.md, line 8. */
export async function completeExternalSignIn(backend: Backend, request: Request, provider: string): Promise<Response> {
  const context = requestContextOf(request);
  const headers = new Headers({ "Set-Cookie": await clearedExternalCookie(request) });
  const target = landingPath(request, await targetOf(request));
  const attempt = await externalAttemptOf(request);
  try {
    if (attempt === null) throw new ServiceError(400, "external_attempt", "This browser began no sign-in");
    const userAgent = request.headers.get("user-agent")?.slice(0, 300);
    const body = { attempt, answer: new URL(request.url).search, ...(userAgent ? { userAgent } : {}) };
    const response = await backend.clients.auth.finishExternal(
      { params: { provider }, body },
      guestCallContext(context),
    );
    return redirect(response.body.location, { headers });
  } catch (error) {
    headers.append("Set-Cookie", await clearedTargetCookie(request));
    return backToLogin(error, target, headers);
  }
}

/** The login page shows the error; an unknown provider gives 404. */
function backToLogin(error: unknown, target: string, headers: Headers): Response {
  if (!(error instanceof ServiceError)) throw error;
  if (error.status === 404) throw new Response("Not found", { status: 404 });
  const ours = error.status >= 500 ? "unreachable" : "attempt";
  const problem = externalProblems.find((each) => each === error.code) ?? ours;
  return redirect(`/login?${new URLSearchParams({ problem, redirect: target })}`, { headers });
}
