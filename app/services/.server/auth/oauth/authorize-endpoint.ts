import type { DeviceLinks } from "~/services/.server/auth/joined-devices/device-links";
import type { SignInFields } from "~/services/.server/auth/passwords/first-factor";
import type { KnownDevices } from "~/services/.server/auth/passwords/known-devices";
import type { RawContext } from "~/services/.server/dispatch/endpoint";
import { storableText } from "~/services/.server/dispatch/storable-text";
import type { DueMails } from "~/services/.server/mail/due-mails";
import { deviceLinkField, joinedDeviceClient } from "~/services/contracts/device-link";
import { deviceField, deviceHeader } from "~/services/contracts/known-device";
import { forbidden, ServiceError } from "~/services/contracts/service-error";
import { type ProofDeps, proofOf } from "./authorize-proofs";
import { type AuthorizeRequest, checkAuthorizeRequest, errorLocation } from "./authorize-request";
import type { createCompleteSignIn } from "./complete-sign-in";
import { type NewDeviceDeps, noteOfNewDevice } from "./new-device";
import type { PlayerLinks } from "./player-link";

/**
 * /v1/authorize. GET shows the login page; POST authenticates a user by form data and responds with 302 and a code. Steps: a first factor
 * (first-factor.ts, player-link.ts); a second factor for an existing session (acr_values); impersonation (act_as).
 */

export type AuthorizeDeps = ProofDeps &
  NewDeviceDeps & {
    completeSignIn: ReturnType<typeof createCompleteSignIn>;
    devices: Pick<KnownDevices, "add" | "find">;
    mails?: Pick<DueMails, "sendTo"> | undefined;
    playerLinks: Pick<PlayerLinks, "prove">;
    deviceLinks: Pick<DeviceLinks, "prove">;
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
    const deviceLink = form[deviceLinkField];
    // A joined device's client begins sessions by links alone, and no other client does.
    if ((check.request.clientId === joinedDeviceClient) !== (deviceLink !== undefined)) {
      throw forbidden("This client cannot sign in so");
    }
    const { playerLinks, deviceLinks } = deps;
    if (deviceLink !== undefined) {
      return proveByLink(check.request, () => deviceLinks.prove(deviceLink, context), userAgent, context);
    }
    const token = form.id_token;
    if (token !== undefined) {
      return proveByLink(check.request, () => playerLinks.prove(token, context), userAgent, context);
    }
    const proof = await proofOf(deps, check.request, form, request, context);
    const isTyped = proof.actor === null && typedMethods.some((method) => proof.amr.includes(method));
    const note = isTyped ? await noteOfNewDevice(deps, proof, form, userAgent, context) : undefined;
    const { location } = await deps.completeSignIn(check.request, proof, userAgent, context, note);
    if (note) void deps.mails?.sendTo(context.realm, proof.uid);
    const response = redirectTo(location);
    // Marks the browser as known, so that other people's failed attempts do not block this user here.
    if (isTyped) response.headers.set(deviceHeader, deps.devices.add(form[deviceField], context.realm, proof.uid));
    return response;
  }

  /** A link is a first factor only; it cannot be used for step-up or impersonation. */
  async function proveByLink(
    authorizeRequest: AuthorizeRequest,
    proveLink: () => ReturnType<PlayerLinks["prove"]>,
    userAgent: string | null,
    context: RawContext,
  ): Promise<Response> {
    const { wantsSecure, actAs, idTokenHint, reauthenticate, loginHint } = authorizeRequest;
    if (wantsSecure || actAs !== null || idTokenHint !== null || loginHint !== null || reauthenticate) {
      throw forbidden("A link begins a plain session only");
    }
    const { proof, note } = await proveLink();
    const { location } = await deps.completeSignIn(authorizeRequest, proof, userAgent, context, note);
    if (proof.joined) void deps.mails?.sendTo(context.realm, proof.uid);
    return redirectTo(location);
  }
}

/** Removes characters that PostgreSQL cannot store, so that such a name or secret fails like a wrong one. */
async function readForm(request: Request): Promise<SignInFields> {
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
    const form = await request.formData().catch(() => {
      // It is broken off or has no boundary.
      throw new ServiceError(400, "bad_request", "The form cannot be read");
    });
    const entries = [...form.entries()];
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
