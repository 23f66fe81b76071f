import type { ParentPins } from "~/services/.server/auth/parent-pins/parent-pins";
import type { createFirstFactor, SignInFields } from "~/services/.server/auth/passwords/first-factor";
import type { SecondFactors } from "~/services/.server/auth/second-factors/second-factors";
import type { Events } from "~/services/.server/auth/sessions/events";
import type { Sessions } from "~/services/.server/auth/sessions/sessions";
import type { SessionRow } from "~/services/.server/auth/tables";
import type { CallerUser } from "~/services/.server/directory/caller";
import type { IdentifiedPerson, IdentityDirectory } from "~/services/.server/directory/identity";
import { requireInPerson } from "~/services/.server/directory/own-rights";
import type { CallerResolver } from "~/services/.server/dispatch/caller";
import type { RawContext } from "~/services/.server/dispatch/endpoint";
import { fillMessage } from "~/services/contracts/form-messages";
import { forbidden, ServiceError, unauthorized, validationError } from "~/services/contracts/service-error";
import { stayField } from "~/services/contracts/stay-signed-in";
import { isUid } from "~/services/contracts/uid";
import { type AuthorizeRequest, requireHintedPerson } from "./authorize-request";
import type { Proof } from "./complete-sign-in";
import type { Tokens } from "./tokens";

/** What a POST to /v1/authorize proves: a first factor, a second factor for an existing session, or the right to impersonate. */

export type ProofDeps = {
  callers: CallerResolver;
  sessions: Sessions;
  proveFirst: ReturnType<typeof createFirstFactor>;
  secondFactors: SecondFactors;
  tokens: Tokens;
  events: Events;
  identity: IdentityDirectory;
  parentPins: Pick<ParentPins, "forgive">;
};

/** The only method that opens a session which outlives the browser: badges, pictures and cards are used on devices of many. */
const passwordMethod = "pwd";

/** What the form and the caller prove about the user of the new session. */
export async function proofOf(
  deps: ProofDeps,
  authorizeRequest: AuthorizeRequest,
  form: SignInFields,
  request: Request,
  context: RawContext,
): Promise<Proof> {
  if (authorizeRequest.actAs !== null)
    return actingProof(deps, authorizeRequest, authorizeRequest.actAs, form, request, context);
  if (authorizeRequest.idTokenHint !== null) return stepUpProof(deps, authorizeRequest, form, request, context);
  return freshProof(deps, authorizeRequest, form, context);
}

/** @param only for re-authentication: the user must be this person */
async function freshProof(
  deps: ProofDeps,
  authorizeRequest: AuthorizeRequest,
  form: SignInFields,
  context: RawContext,
  only?: IdentifiedPerson,
): Promise<Proof> {
  const { person, methods } = await deps.proveFirst(form, context);
  if (only && only.uid !== person.uid) throw unauthorized("Somebody else is signed in");
  requireHintedPerson(authorizeRequest, person);
  const isPassword = methods.length === 1 && methods[0] === passwordMethod;
  if (isPassword && person.type === "guardian")
    await deps.parentPins.forgive({ realm: context.realm, uid: person.uid });
  const asksToStay = form[stayField] === "on" && isPassword && !authorizeRequest.wantsSecure;
  const second = authorizeRequest.wantsSecure ? await proveSecond(deps, person, form, context) : [];
  return {
    uid: person.uid,
    amr: [...methods, ...second],
    acr: authorizeRequest.wantsSecure ? "secure" : "basic",
    authTime: new Date(),
    actor: null,
    staysSignedIn: asksToStay && (await deps.identity.mayStaySignedIn(context.realm, person.uid)),
  };
}

async function stepUpProof(
  deps: ProofDeps,
  authorizeRequest: AuthorizeRequest,
  form: SignInFields,
  request: Request,
  context: RawContext,
): Promise<Proof> {
  const { user, session, person } = await signedIn(deps, authorizeRequest, request, context);
  requireInPerson(user, "Not while acting as somebody");
  if (!authorizeRequest.wantsSecure) {
    // Re-authentication: the same user must log in again.
    return freshProof(deps, authorizeRequest, { ...form, username: person.username }, context, person);
  }
  const methods = await proveSecond(deps, person, form, context);
  return {
    uid: person.uid,
    amr: [...new Set([...session.amr, ...methods])],
    acr: "secure",
    authTime: new Date(),
    actor: null,
  };
}

/** Logs a wrong code, since it comes from somebody who already has the password. docs/security.md, line 26. */
async function proveSecond(
  deps: ProofDeps,
  person: IdentifiedPerson,
  form: SignInFields,
  context: RawContext,
): Promise<string[]> {
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
  deps: ProofDeps,
  authorizeRequest: AuthorizeRequest,
  target: string,
  form: SignInFields,
  request: Request,
  context: RawContext,
): Promise<Proof> {
  const { user, session } = await signedIn(deps, authorizeRequest, request, context);
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
  deps: ProofDeps,
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
  // A joined device has no rights to build on.
  if (user?.joinedProfileId) throw forbidden();
  if (!user || !session || !person || session.id !== user.sessionId || session.uid !== user.uid) throw unauthorized();
  return { user, session, person };
}
