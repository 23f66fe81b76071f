import type { createFirstFactor, Form } from "~/services/.server/auth/passwords/first-factor";
import type { KnownDevices } from "~/services/.server/auth/passwords/known-devices";
import type { SecondFactors } from "~/services/.server/auth/second-factors/second-factors";
import type { Events } from "~/services/.server/auth/sessions/events";
import type { Sessions } from "~/services/.server/auth/sessions/sessions";
import type { SessionRow } from "~/services/.server/auth/tables";
import type { IdentifiedPerson, IdentityDirectory } from "~/services/.server/directory/identity";
import { requireInPerson } from "~/services/.server/directory/own-rights";
import type { CallerResolver } from "~/services/.server/dispatch/caller";
import type { CallerUser, RawContext } from "~/services/.server/dispatch/endpoint";
import { storableText } from "~/services/.server/dispatch/storable-text";
import { fillMessage } from "~/services/contracts/form-messages";
import { deviceField, deviceHeader } from "~/services/contracts/known-device";
import { forbidden, ServiceError, unauthorized, validationError } from "~/services/contracts/service-error";
import { isUid } from "~/services/contracts/uid";
import { type AuthorizeRequest, checkAuthorizeRequest, errorLocation, requireHintedPerson } from "./authorize-request";
import type { createCompleteSignIn, Proof } from "./complete-sign-in";
import type { PlayerLinks } from "./player-link";
import type { Tokens } from "./tokens";

/**
 * /v1/authorize. GET shows the login page; POST authenticates a user by form data and responds with 302 and a code. Steps: a first factor
 * (first-factor.ts, player-link.ts); a second factor for an existing session (acr_values); impersonation (act_as).
 */

export type AuthorizeDeps = {
  callers: CallerResolver;
  sessions: Sessions;
  completeSignIn: ReturnType<typeof createCompleteSignIn>;
  proveFirst: ReturnType<typeof createFirstFactor>;
  devices: Pick<KnownDevices, "add">;
  secondFactors: SecondFactors;
  tokens: Tokens;
  events: Events;
  identity: IdentityDirectory;
  playerLinks: Pick<PlayerLinks, "prove">;
};

/** Login pages of sign-in methods with a page of their own, by `amr_hint`. */
const pages: Record<string, string> = {
  "ak-bibliotheken": "/login/ak-bibliotheken",
  qr: "/login/qr",
  pictures: "/login/pictures",
};

function pageOf({ actAs, wantsSecure, amrHint }: AuthorizeRequest): string {
  if (actAs !== null) return "/login/act-as";
  return wantsSecure ? "/login/escalate" : (pages[amrHint ?? ""] ?? "/login");
}

const formLimit = 16 * 1024;

/** Sign-in methods whose secret can be guessed. */
const typedMethods = ["pwd", "ak-bibliotheken"];

export function createAuthorizeEndpoint(deps: AuthorizeDeps) {
  return { show, prove };

  /**
   * Redirects to the page of the requested step with the request's parameters: login, second factor, or impersonation. The id token must
   * not be part of another address, so it is replaced by its subject as login_hint.
   */
  async function show(request: Request, context: RawContext): Promise<Response> {
    const query = new URL(request.url).searchParams;
    const check = checkAuthorizeRequest(query, context);
    if (check.kind === "refused") return oauthError(check.error, check.description);
    if (check.kind === "sent_back") return redirectTo(check.location);
    const { idTokenHint, actAs, redirectUri, state } = check.request;
    const hint = idTokenHint === null ? null : await deps.tokens.readIdTokenHint(context.realm, idTokenHint);
    if (idTokenHint !== null && hint === null) {
      return redirectTo(
        errorLocation(redirectUri, state, "invalid_request", "id_token_hint is no token of this service"),
      );
    }
    query.delete("id_token_hint");
    if (hint !== null) query.set("login_hint", hint.legacyId);
    const page = new URL(pageOf(check.request), context.origin);
    if (actAs !== null) page.searchParams.set("user", actAs);
    if (hint !== null || check.request.reauthenticate) page.searchParams.set("reauthenticate", "true");
    page.searchParams.set("authorize", query.toString());
    return redirectTo(page.href);
  }

  async function prove(request: Request, context: RawContext): Promise<Response> {
    const check = checkAuthorizeRequest(new URL(request.url).searchParams, context);
    if (check.kind === "refused") return oauthError(check.error, check.description);
    if (check.kind === "sent_back") return redirectTo(check.location);
    const form = await readForm(request);
    const userAgent = request.headers.get("user-agent");
    if (form.id_token !== undefined) return proveByLink(check.request, form.id_token, userAgent, context);
    const proof = await proofOf(check.request, form, request, context);
    const { location } = await deps.completeSignIn(check.request, proof, userAgent, context);
    const response = redirectTo(location);
    // Marks the browser as known, so that other people's failed attempts do not block this user here.
    const isTyped = proof.actor === null && typedMethods.some((method) => proof.amr.includes(method));
    if (isTyped) response.headers.set(deviceHeader, deps.devices.add(form[deviceField], context.realm, proof.uid));
    return response;
  }

  /** A player link is a first factor only; it cannot be used for step-up or impersonation. */
  async function proveByLink(
    authorizeRequest: AuthorizeRequest,
    token: string,
    userAgent: string | null,
    context: RawContext,
  ): Promise<Response> {
    const { wantsSecure, actAs, idTokenHint, reauthenticate, loginHint } = authorizeRequest;
    if (wantsSecure || actAs !== null || idTokenHint !== null || loginHint !== null || reauthenticate) {
      throw forbidden("A link begins a plain session only");
    }
    const { proof, note } = await deps.playerLinks.prove(token, context);
    const { location } = await deps.completeSignIn(authorizeRequest, proof, userAgent, context, note);
    return redirectTo(location);
  }

  async function proofOf(
    authorizeRequest: AuthorizeRequest,
    form: Form,
    request: Request,
    context: RawContext,
  ): Promise<Proof> {
    if (authorizeRequest.actAs !== null)
      return actingProof(authorizeRequest, authorizeRequest.actAs, form, request, context);
    if (authorizeRequest.idTokenHint !== null) return stepUpProof(authorizeRequest, form, request, context);
    return freshProof(authorizeRequest, form, context);
  }

  /** @param only for re-authentication: the user must be this person */
  async function freshProof(
    authorizeRequest: AuthorizeRequest,
    form: Form,
    context: RawContext,
    only?: IdentifiedPerson,
  ): Promise<Proof> {
    const { person, methods } = await deps.proveFirst(form, context);
    if (only && only.uid !== person.uid) throw unauthorized("Somebody else is signed in");
    requireHintedPerson(authorizeRequest, person);
    const second = authorizeRequest.wantsSecure ? await proveSecond(person, form, context) : [];
    return {
      uid: person.uid,
      amr: [...methods, ...second],
      acr: authorizeRequest.wantsSecure ? "secure" : "basic",
      authTime: new Date(),
      actor: null,
    };
  }

  async function stepUpProof(
    authorizeRequest: AuthorizeRequest,
    form: Form,
    request: Request,
    context: RawContext,
  ): Promise<Proof> {
    const { user, session, person } = await signedIn(authorizeRequest, request, context);
    requireInPerson(user, "Not while acting as somebody");
    if (!authorizeRequest.wantsSecure) {
      // Re-authentication: the same user must log in again.
      return freshProof(authorizeRequest, { ...form, username: person.username }, context, person);
    }
    const methods = await proveSecond(person, form, context);
    return {
      uid: person.uid,
      amr: [...new Set([...session.amr, ...methods])],
      acr: "secure",
      authTime: new Date(),
      actor: null,
    };
  }

  /** Logs a wrong code, since it comes from somebody who already has the password. docs/security.md, line 26. */
  async function proveSecond(person: IdentifiedPerson, form: Form, context: RawContext): Promise<string[]> {
    try {
      return await deps.secondFactors.prove(person, form, context);
    } catch (error) {
      if (error instanceof ServiceError && error.code === "invalid_second_factor") {
        await deps.events.add({ ...context, kind: "step_up_refused", uid: person.uid });
      }
      throw error;
    }
  }

  /**
   * Impersonation needs a strictly lower rank, scope and a reason, and cannot be nested (docs/security.md, line 27). The session has its
   * time limit.
   */
  async function actingProof(
    authorizeRequest: AuthorizeRequest,
    target: string,
    form: Form,
    request: Request,
    context: RawContext,
  ): Promise<Proof> {
    const { user, session } = await signedIn(authorizeRequest, request, context);
    const reason = (form.reason ?? "").trim();
    if (reason === "") throw validationError([{ attribute: "reason", reason: "This value is required" }]);
    if (reason.length < 3) throw validationError([{ attribute: "reason", reason: fillMessage("atLeast", { min: 3 }) }]);
    if (reason.length > 255) throw validationError([{ attribute: "reason", reason: "Up to 255 characters" }]);
    const person = isUid(target) ? await deps.identity.findByUid(context.realm, target) : null;
    const isAllowed =
      user.actor === null &&
      person?.status === "active" &&
      person.uid !== user.uid &&
      (await deps.identity.mayActAs(context.realm, user.uid, person.uid));
    if (!isAllowed || !person) {
      await deps.events.add({ ...context, kind: "acting_refused", uid: person?.uid ?? null, actorUid: user.uid });
      throw forbidden("You cannot log in as this person");
    }
    return {
      uid: person.uid,
      amr: session.amr,
      acr: "basic",
      authTime: session.authTime,
      actor: { uid: user.uid, sessionId: session.id, reason },
    };
  }

  /** The user of the hint's session. The hint alone is not enough: the access token must belong to the same session. */
  async function signedIn(
    authorizeRequest: AuthorizeRequest,
    request: Request,
    context: RawContext,
  ): Promise<{ user: CallerUser; session: SessionRow; person: IdentifiedPerson }> {
    const token = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    const hint =
      authorizeRequest.idTokenHint && (await deps.tokens.readIdTokenHint(context.realm, authorizeRequest.idTokenHint));
    if (!token || !hint) throw unauthorized();
    const { user } = await deps.callers.user(token, context);
    const [session, person] = await Promise.all([
      deps.sessions.find(context.realm, hint.sessionId),
      user ? deps.identity.findByUid(context.realm, user.uid) : null,
    ]);
    if (!user || !session || !person || session.id !== user.sessionId || session.uid !== user.uid) throw unauthorized();
    return { user, session, person };
  }
}

/** Removes characters that PostgreSQL cannot store, so that such a name or secret fails like a wrong one. */
async function readForm(request: Request): Promise<Form> {
  const form = await readEntries(request);
  return Object.fromEntries(Object.entries(form).map(([name, text]) => [storableText(name), storableText(text)]));
}

async function readEntries(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) {
    const text = await request.text();
    if (text.length > formLimit) throw new ServiceError(413, "too_large", "The form is too large");
    return Object.fromEntries(new URLSearchParams(text));
  }
  if (type.startsWith("multipart/form-data")) {
    if (Number(request.headers.get("content-length") ?? formLimit + 1) > formLimit) {
      throw new ServiceError(413, "too_large", "The form is too large");
    }
    const entries = [...(await request.formData()).entries()];
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  }
  throw new ServiceError(415, "unsupported_media_type", "Send form data");
}

function oauthError(error: string, description: string): Response {
  return Response.json({ error, error_description: description, message: description }, { status: 400 });
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}
