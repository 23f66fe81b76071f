import { z } from "zod";
import { locales } from "~/realms/realm";
import { defineContract } from "./contract";
import { deviceNameLength } from "./device-link";
import { parentPinField } from "./parent-pin";
import { textField } from "./person-fields";
import { uidSchema } from "./uid";

/**
 * Contracts of the auth service that OAuth does not define: discovery, and a user's password, sessions, second factor and linked accounts.
 * The front channel (/v1/authorize, /v2/token, /logout) follows its own standards.
 */

const sessionSchema = z.object({
  id: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  lastUsedAt: z.string(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  isSecure: z.boolean(),
  /** Until when it outlives the browser; null if it ends with the browser. */
  staysUntil: z.string().nullable(),
  /** The child whose joined device it is, and what the parent calls it; null for all other sessions. */
  device: z.object({ profileId: z.string(), name: z.string() }).nullable(),
  isCurrent: z.boolean(),
  /** Name of the user who impersonates this person in the session. */
  actor: z.string().nullable(),
});
export type SessionInfo = z.output<typeof sessionSchema>;

/** A signed-in user with the directory's current values; what cannot change during a session is in its tokens. */
const userInfoSchema = z.object({
  /** The uid. */
  sub: z.string(),
  name: z.string(),
  preferredName: z.string().nullable(),
  username: z.string(),
  email: z.string().nullable(),
  sharedAccount: z.boolean(),
  scopes: z.array(z.string()),
  roles: z.array(z.enum(["admin", "employee", "guardian", "student"])),
  subscriptions: z.array(z.object({ type: z.string() })),
  /** The control panel requires a second factor, and this login has not verified one. */
  mustStepUp: z.boolean(),
});
export type UserInfo = z.output<typeof userInfoSchema>;

const secondFactorSchema = z.object({
  /** Whether an authenticator app is set up. */
  isSet: z.boolean(),
  recoveryCodesLeft: z.number(),
  /** Masked mobile number that codes are sent to; null if there is none. */
  smsNumber: z.string().nullable(),
  /** Whether this login may change the password, address or second factor; otherwise the user must first verify the existing factor. */
  mayChange: z.boolean(),
});

const linkSchema = z.object({
  /** null if the realm no longer has the provider. */
  provider: z.string().nullable(),
  issuer: z.string(),
  subject: z.string(),
  /** Created from an identifier that the school manages, and removed together with it. */
  isBySchool: z.boolean(),
});
export type LinkInfo = z.output<typeof linkSchema>;

const providerParams = z.object({ provider: z.string().regex(/^[a-z0-9_]{1,40}$/) });

export const authContracts = {
  getUserInfo: defineContract({
    method: "GET",
    path: "/v1/userinfo",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/shell.md#roles",
    responses: { 200: userInfoSchema },
  }),
  getConfiguration: defineContract({
    method: "GET",
    path: "/.well-known/openid-configuration",
    auth: "none",
    source: "OpenID Connect Discovery 1.0",
    responses: { 200: z.record(z.string(), z.unknown()) },
  }),
  getKeys: defineContract({
    method: "GET",
    path: "/.well-known/jwks.json",
    auth: "none",
    source: "RFC 7517",
    responses: { 200: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }) },
  }),
  getSessions: defineContract({
    method: "GET",
    path: "/v1/sessions",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    responses: { 200: z.object({ data: z.array(sessionSchema) }) },
  }),
  endSession: defineContract({
    method: "DELETE",
    path: "/v1/sessions/:id",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    params: z.object({ id: uidSchema }),
    responses: { 204: z.undefined() },
  }),
  /** Ends all of the user's sessions except the current one. */
  endOtherSessions: defineContract({
    method: "DELETE",
    path: "/v1/sessions",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    responses: { 204: z.undefined() },
  }),
  /**
   * Makes a link that joins a device to a child of the caller's family: it works once, for five minutes, and ends with the caller's session.
   * 404 for any other profile, 403 while impersonating, 429. docs/security.md, line 35.
   */
  createDeviceLink: defineContract({
    method: "POST",
    path: "/v1/device-links",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ profileId: uidSchema, deviceName: textField(deviceNameLength) }),
    responses: { 201: z.object({ data: z.object({ code: z.string(), expiresAt: z.string() }) }) },
  }),
  /** Whether the caller's family has a parent's PIN, and whether too many wrong ones have blocked it until the next log-in by password. */
  getParentPin: defineContract({
    method: "GET",
    path: "/v1/parent-pin",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    responses: { 200: z.object({ isSet: z.boolean(), isBlocked: z.boolean() }) },
  }),
  /** Needs the password. 404 if the caller is not a family, 403 while impersonating; both also apply to the next calls. */
  setParentPin: defineContract({
    method: "PUT",
    path: "/v1/parent-pin",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ currentPassword: z.string().min(1).max(1024), pin: parentPinField }),
    responses: { 204: z.undefined() },
  }),
  removeParentPin: defineContract({
    method: "POST",
    path: "/v1/parent-pin/removal",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ currentPassword: z.string().min(1).max(1024) }),
    responses: { 204: z.undefined() },
  }),
  /** 400 ValidationError on pin; 403 `parent_pin_blocked` after five wrong ones and without a PIN. */
  checkParentPin: defineContract({
    method: "POST",
    path: "/v1/parent-pin/check",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ pin: parentPinField }),
    responses: { 204: z.undefined() },
  }),
  /** 403 `secure_login_needed` if the user has a second factor and has not verified it within five minutes. */
  changePassword: defineContract({
    method: "POST",
    path: "/v1/password",
    auth: "bearer",
    source: "docs/product/control-panel.md#validation",
    body: z.object({ currentPassword: z.string().min(1).max(1024), password: z.string().max(1024) }),
    responses: { 204: z.undefined() },
  }),
  getSecondFactor: defineContract({
    method: "GET",
    path: "/v1/second-factor",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    responses: { 200: secondFactorSchema },
  }),
  /** Sends a one-time code to the caller's own mobile number. */
  sendSmsCode: defineContract({
    method: "POST",
    path: "/v1/second-factor/sms",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ locale: z.enum(locales).optional() }),
    responses: { 200: z.object({ to: z.string() }) },
  }),
  /** Creates a secret for an authenticator app; it takes effect once a code has been confirmed. */
  beginSecondFactor: defineContract({
    method: "POST",
    path: "/v1/second-factor",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ currentPassword: z.string().min(1).max(1024) }),
    responses: { 200: z.object({ secret: z.string(), address: z.string() }) },
  }),
  /** Returns the recovery codes, which are shown only once. */
  confirmSecondFactor: defineContract({
    method: "POST",
    path: "/v1/second-factor/confirmation",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ code: z.string().max(20) }),
    responses: { 200: z.object({ recoveryCodes: z.array(z.string()) }) },
  }),
  removeSecondFactor: defineContract({
    method: "POST",
    path: "/v1/second-factor/removal",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ currentPassword: z.string().min(1).max(1024) }),
    responses: { 204: z.undefined() },
  }),
  /** Names of the OpenID Connect providers of a realm. */
  getProviders: defineContract({
    method: "GET",
    path: "/v1/external",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    responses: { 200: z.object({ data: z.array(z.object({ name: z.string() })) }) },
  }),
  /** Returns the provider's address to redirect to and the encrypted state to send back. The server stores nothing. */
  beginExternal: defineContract({
    method: "POST",
    path: "/v1/external/:provider/attempts",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    params: providerParams,
    body: z.object({
      /** Query string of the authorize request that started the login. */
      authorize: z.string().max(4000),
    }),
    responses: { 200: z.object({ location: z.string(), attempt: z.string() }) },
  }),
  /** Completes a login at a provider: returns the same redirect with a code as /v1/authorize. */
  finishExternal: defineContract({
    method: "POST",
    path: "/v1/external/:provider/answers",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    params: providerParams,
    body: z.object({
      attempt: z.string().max(8000),
      /** Query string of the provider's redirect. */
      answer: z.string().max(8000),
      userAgent: z.string().max(1000).optional(),
    }),
    responses: { 200: z.object({ location: z.string() }) },
  }),
  /** The user's linked accounts at providers, and the providers at which another one can be linked. */
  getLinks: defineContract({
    method: "GET",
    path: "/v1/links",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    responses: { 200: z.object({ data: z.array(linkSchema), providers: z.array(z.string()) }) },
  }),
  /** Returns the provider's address and the encrypted state to send back. 403 `secure_login_needed`, `reauthentication_required`. */
  beginLink: defineContract({
    method: "POST",
    path: "/v1/links/:provider/attempts",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    params: providerParams,
    responses: { 200: z.object({ location: z.string(), attempt: z.string() }) },
  }),
  /** Completes a redirect from a provider: returns the account to confirm and a proof for `confirmLink`. Nothing is linked yet. */
  finishLink: defineContract({
    method: "POST",
    path: "/v1/links/:provider/answers",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    params: providerParams,
    body: z.object({ attempt: z.string().max(8000), answer: z.string().max(8000) }),
    responses: { 200: z.object({ proof: z.string(), shown: z.string() }) },
  }),
  /** 409 `ConflictError` if another user has linked the account. */
  confirmLink: defineContract({
    method: "POST",
    path: "/v1/links",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ proof: z.string().max(8000) }),
    responses: { 204: z.undefined() },
  }),
  /** 404 for a link that is not the user's or that the school manages; 409 `last_way_in`; 403 as for beginLink. */
  removeLink: defineContract({
    method: "POST",
    path: "/v1/links/removal",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ issuer: z.string().max(500), subject: z.string().max(500) }),
    responses: { 204: z.undefined() },
  }),
  /** The user that the caller would impersonate; 404 if not allowed. */
  getActingTarget: defineContract({
    method: "GET",
    path: "/v1/acting/:uid",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    params: z.object({ uid: uidSchema }),
    responses: { 200: z.object({ name: z.string(), username: z.string() }) },
  }),
} as const;
