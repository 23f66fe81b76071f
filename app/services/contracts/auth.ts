import { z } from "zod";
import { locales } from "~/realms/realm";
import { defineContract } from "./contract";
import { uidSchema } from "./uid";

/**
 * The sign-in service's calls that are not OAuth's own: what it is (discovery), and what a signed-in person does about their
 * password and sessions. The front channel (/v1/authorize, /v2/token, /logout) has the shapes of its own standards.
 */

export const sessionSchema = z.object({
  id: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  lastUsedAt: z.string(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  isSecure: z.boolean(),
  isCurrent: z.boolean(),
  /** Name of whoever acts as this person in it. */
  actor: z.string().nullable(),
});
export type SessionInfo = z.output<typeof sessionSchema>;

/** A signed-in person as the directory knows them at this moment; what a session never changes is in its tokens. */
export const userInfoSchema = z.object({
  /** The uid. */
  sub: z.string(),
  name: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  sharedAccount: z.boolean(),
  scopes: z.array(z.string()),
  roles: z.array(z.enum(["admin", "employee", "guardian", "student"])),
  subscriptions: z.array(z.object({ type: z.string() })),
  /** A second factor is required for the control panel and has not been proved. */
  mustStepUp: z.boolean(),
});
export type UserInfo = z.output<typeof userInfoSchema>;

export const secondFactorSchema = z.object({
  /** Whether an authenticator app is set up. */
  isSet: z.boolean(),
  recoveryCodesLeft: z.number(),
  /** What is shown of the mobile number that codes can be sent to; null where there is none. */
  smsNumber: z.string().nullable(),
  /** Whether this login may change a password, address or second factor; else it must prove the factor that stands, just now. */
  mayChange: z.boolean(),
});
export type SecondFactorInfo = z.output<typeof secondFactorSchema>;

export const linkSchema = z.object({
  /** null where the realm has the provider no more. */
  provider: z.string().nullable(),
  issuer: z.string(),
  subject: z.string(),
  /** Made by an identifier that the school keeps: it goes when that goes. */
  isBySchool: z.boolean(),
});
export type LinkInfo = z.output<typeof linkSchema>;

const providerParams = z.object({ provider: z.string().regex(/^[a-z0-9_]{1,40}$/) });

export const authContracts = {
  getUserInfo: defineContract({
    method: "GET",
    path: "/v1/userinfo",
    auth: "bearer",
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
  /** Ends one of one's own sessions. */
  endSession: defineContract({
    method: "DELETE",
    path: "/v1/sessions/:id",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    params: z.object({ id: uidSchema }),
    responses: { 204: z.undefined() },
  }),
  /** Ends all of one's own sessions but the one that asks. */
  endOtherSessions: defineContract({
    method: "DELETE",
    path: "/v1/sessions",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    responses: { 204: z.undefined() },
  }),
  /** 403 `secure_login_needed` for whoever has a second factor and has not proved it within five minutes. */
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
  /** A new secret for an authenticator app; it counts once a code of it was confirmed. */
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
  /** Where to send the browser, and the encrypted state that it must return; nothing is stored. */
  beginExternal: defineContract({
    method: "POST",
    path: "/v1/external/:provider/attempts",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    params: providerParams,
    body: z.object({
      /** The query of the authorize address that began this. */
      authorize: z.string().max(4000),
    }),
    responses: { 200: z.object({ location: z.string(), attempt: z.string() }) },
  }),
  /** The redirect with the code, as the authorize address would return it, for a person back from a provider. */
  finishExternal: defineContract({
    method: "POST",
    path: "/v1/external/:provider/answers",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    params: providerParams,
    body: z.object({
      attempt: z.string().max(8000),
      /** The query that the provider sent the browser back with. */
      answer: z.string().max(8000),
      userAgent: z.string().max(1000).optional(),
    }),
    responses: { 200: z.object({ location: z.string() }) },
  }),
  /** One's own accounts at providers, and the providers at which one may link another. */
  getLinks: defineContract({
    method: "GET",
    path: "/v1/links",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    responses: { 200: z.object({ data: z.array(linkSchema), providers: z.array(z.string()) }) },
  }),
  /** Where to send the browser, and what it must bring back. 403 `secure_login_needed`, `reauthentication_required`. */
  beginLink: defineContract({
    method: "POST",
    path: "/v1/links/:provider/attempts",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    params: providerParams,
    responses: { 200: z.object({ location: z.string(), attempt: z.string() }) },
  }),
  /** For a person back from a provider: the account to confirm, and the proof for confirming it. Nothing is linked yet. */
  finishLink: defineContract({
    method: "POST",
    path: "/v1/links/:provider/answers",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    params: providerParams,
    body: z.object({ attempt: z.string().max(8000), answer: z.string().max(8000) }),
    responses: { 200: z.object({ proof: z.string(), shown: z.string() }) },
  }),
  /** 409 `ConflictError` for an account that somebody else has. */
  confirmLink: defineContract({
    method: "POST",
    path: "/v1/links",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ proof: z.string().max(8000) }),
    responses: { 204: z.undefined() },
  }),
  /** 404 for none of one's own, or one that the school keeps; 409 `last_way_in`; 403 as beginLink. */
  removeLink: defineContract({
    method: "POST",
    path: "/v1/links/removal",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ issuer: z.string().max(500), subject: z.string().max(500) }),
    responses: { 204: z.undefined() },
  }),
  /** Whom the caller would act as; 404 where they may not. */
  getActingTarget: defineContract({
    method: "GET",
    path: "/v1/acting/:uid",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    params: z.object({ uid: uidSchema }),
    responses: { 200: z.object({ name: z.string(), username: z.string() }) },
  }),
} as const;
