import { z } from "zod";
import { locales, realmRow, realms } from "~/realms/realm";
import { browserSessionHeaders } from "./browser-session";
import { defineContract, versionField } from "./contract";
import { familyProfileSchema, profileValuesSchema } from "./family-profiles";
import { formMessages } from "./form-messages";
import { groupTypes } from "./group-field-table";
import type { MailChoice } from "./mail-table";
import { emailField, passwordField, textField } from "./person-fields";
import { readerPreferencesSchema } from "./reader-preferences";
import { profileHeaders } from "./reader-profile";
import { typedUsernameField, withoutInvisible } from "./typed-text";
import { uidSchema } from "./uid";

/**
 * Contracts of the account service: a user's own account, settings and family. docs/product/shell.md#entities, #calls;
 * docs/product/choices.md#wire.
 */

const role = z.enum(["employee", "guardian", "student"]);

const identifiersSchema = z.object({
  legacyId: z.number(),
  externalId: z.string().nullable(),
  eppn: z.string().nullable(),
  gsuiteId: z.string().nullable(),
  gsuiteEmail: z.string().nullable(),
  office365: z.string().nullable(),
  bankid: z.string().nullable(),
  sms: z.string().nullable(),
});

/** The current user. docs/product/shell.md#entities. */
const meSchema = z.object({
  uid: z.string(),
  username: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  speakingBookRights: z.boolean(),
  /** The user cannot change the password: the account is shared, or another system signs the user in. */
  hidePasswordChange: z.boolean(),
  sharedAccount: z.boolean(),
  /** Whether the user may replace `email` with another address. */
  mayChangeEmail: z.boolean(),
  identifiers: identifiersSchema,
  /** `admin` is derived from an association's flag. docs/product/choices.md#who-and-where. */
  roles: z.array(z.enum(["admin", "employee", "guardian", "student"])),
  /** One per organisation; `uid` is the organisation's. */
  associations: z.array(z.object({ uid: z.string(), name: z.string(), role, admin: z.boolean(), active: z.boolean() })),
  /** Groups. */
  memberships: z.array(z.object({ uid: z.string(), name: z.string() })),
  /** Normalised names of the services that active subscriptions include today. docs/product/control-panel.md#states. */
  services: z.array(z.string()),
  /**
   * null unless the user is a family of the consumer market. `unpaid`: no period yet; `lapsed`: the last period has ended. `subscription`
   * is the type of the running period, else of the last one. `endsOn` is a day and inclusive.
   */
  family: z
    .object({
      state: z.enum(["unpaid", "running", "lapsed"]),
      subscription: z.string().nullable(),
      endsOn: z.string().nullable(),
    })
    .nullable(),
});
export type Me = z.output<typeof meSchema>;

const myOrganizationSchema = z.object({
  uid: z.string(),
  name: z.string(),
  type: z.string(),
  /** Both the association and the organisation are active. */
  active: z.boolean(),
  role,
  admin: z.boolean(),
  parent: z.object({ uid: z.string(), name: z.string() }).nullable(),
  identifiers: z.object({
    municipalityKey: z.string().nullable(),
    schoolUnitCode: z.string().nullable(),
    sectoralCode: z.string().nullable(),
    establishmentId: z.string().nullable(),
    crmId: z.string().nullable(),
  }),
});
export type MyOrganization = z.output<typeof myOrganizationSchema>;

const myGroupSchema = z.object({
  uid: z.string(),
  name: z.string(),
  active: z.boolean(),
  type: z.enum(groupTypes),
  /** Whether the group has a code that pupils can join by. */
  generateCode: z.boolean(),
  externalId: z.string().nullable(),
  typicalSchoolEntryYear: z.number().nullable(),
  organization: z.object({ uid: z.string(), name: z.string() }),
});
export type MyGroup = z.output<typeof myGroupSchema>;

const joinedGroupSchema = myGroupSchema.pick({ uid: true, name: true, organization: true });

/** A group code as a user types it: either case, with spaces or hyphens. Normalised to upper case without separators. */
export const groupCodeField = z
  .string({ error: formMessages.required })
  .transform((text) => withoutInvisible(text).replace(/[\s-]/g, "").toUpperCase())
  .pipe(z.string().min(1, formMessages.required).max(40, formMessages.tooManyCharacters));

/** docs/product/control-panel.md#limits: my-account lists have a page size of 100 and are paged by meta.totalCount. */
export const myListPageSize = 100;

const pageQuery = z.object({
  pageNumber: z.coerce.number().int().min(1).max(1000).default(1),
  pageSize: z.coerce.number().int().min(1).max(myListPageSize).default(myListPageSize),
});
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), meta: z.object({ totalCount: z.number() }) });

/** Optional notices the user has enabled; warnings and errors are always shown. */
const noticePreferencesSchema = z.object({ confirmations: z.boolean() }).partial();
export type NoticePreferences = z.output<typeof noticePreferencesSchema>;

/** Mails by choice; for a missing member `mailsByDefault` holds. */
const mailPreferencesSchema = z
  .object({ cardExpiry: z.boolean(), readingWeek: z.boolean() } satisfies Record<MailChoice, z.ZodType>)
  .partial();
export type MailPreferences = z.output<typeof mailPreferencesSchema>;

export const accountSettingsSchema = z.object({
  reader: readerPreferencesSchema,
  notices: noticePreferencesSchema,
  mails: mailPreferencesSchema,
});
export type AccountSettings = z.output<typeof accountSettingsSchema>;

/** The error detail that the app treats as `false`; all other errors propagate. docs/product/control-panel.md#validation. */
export const invalidConfirmUrl = { attribute: "confirmUrl", reason: "InvalidInputError" } as const;

/** Error code for a link that is invalid, used or expired. docs/product/control-panel.md#errors. */
export const invalidLink = "invalid_link";

const confirmUrl = z.string().max(500);
const locale = z.enum(locales).optional();
const token = z.string().regex(/^[\w-]{20,100}$/);

/** Error message when a family signs up with an e-mail address that is already in use. docs/product/shell.md#validation. */
export const emailIsUsed = "Email is already used.";

/** Error message when a family signs up for another country than the site's: accounts and prices belong to one country. */
export const countryIsElsewhere = "This country has a site of its own. Sign up there.";

/** A country, as a realm or an ISO 3166-1 alpha-2 code: `uk` and `GB` both mean the United Kingdom. */
const country = z
  .string({ error: formMessages.required })
  .transform((text) => text.trim().toLowerCase())
  .transform((text) => realms.find((realm) => realm === text || realmRow(realm).countryCode.toLowerCase() === text))
  .pipe(z.enum(realms, { error: formMessages.incorrectFormat }));

export const registerBody = z.object({
  firstname: textField(120),
  lastname: textField(120),
  email: emailField,
  password: passwordField,
  country,
});

/** Target of the link in a mail that confirms an address. */
export const confirmEmailPath = "/confirm-email";

/** Target of the link in a mail for choosing a new password. */
export const newPasswordPath = "/login/new-password";

/** Target of the link in a mail that restores a deleted account. */
export const restoreAccountPath = "/restore-account";

export const accountContracts = {
  /**
   * Creates a family account without a subscription; the e-mail address is the username. If the address and password match an account that
   * was never paid for, that account is resumed. `x-browser-session` may order for the account before login. 409 ConflictError if another
   * user has the address as username, or an active one has confirmed it; 400 ValidationError, also if country is not the realm's; 429.
   */
  register: defineContract({
    method: "POST",
    path: "/register",
    auth: "country",
    source: "docs/product/shell.md#calls",
    headers: browserSessionHeaders,
    body: registerBody,
    responses: { 200: z.object({ uid: z.string(), isResumed: z.boolean() }) },
  }),
  getMe: defineContract({
    method: "GET",
    path: "/me",
    auth: "bearer",
    opensToPictureCode: true,
    source: "docs/product/shell.md#calls",
    responses: { 200: meSchema },
  }),
  getMyOrganizations: defineContract({
    method: "GET",
    path: "/me/organizations",
    auth: "bearer",
    opensToPictureCode: true,
    source: "docs/product/shell.md#calls",
    query: pageQuery,
    responses: { 200: listOf(myOrganizationSchema) },
  }),
  getMyGroups: defineContract({
    method: "GET",
    path: "/me/groups",
    auth: "bearer",
    opensToPictureCode: true,
    source: "docs/product/shell.md#calls",
    query: pageQuery,
    responses: { 200: listOf(myGroupSchema) },
  }),
  /** What the directory may store about the user that no page shows to them; for the export. */
  getMyDetails: defineContract({
    method: "GET",
    path: "/me/details",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    responses: { 200: z.object({ address: z.string().nullable(), postalCode: z.string().nullable() }) },
  }),
  /** Mails that were written for the user, newest first, at most 200. `sentAt` is null for one that was not sent. */
  getMails: defineContract({
    method: "GET",
    path: "/me/mails",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    responses: {
      200: z.object({
        data: z.array(z.object({ kind: z.string(), createdAt: z.string(), sentAt: z.string().nullable() })),
      }),
    },
  }),
  /**
   * Adds a pupil to the group of their school that has this code; no effect if already a member. 404 for any other code, including expired
   * ones; 403 unless the caller is a pupil; 429 after 10 attempts in 15 minutes.
   */
  joinGroup: defineContract({
    method: "POST",
    path: "/me/groups",
    auth: "bearer",
    source: "docs/product/choices.md#group-codes",
    body: z.object({ code: groupCodeField }),
    responses: { 200: z.object({ data: joinedGroupSchema }) },
  }),
  /**
   * Sends a link to the user's address. `confirmUrl` is the target page, on the caller's own origin; `?token=` is appended. 400
   * InvalidInputError on confirmUrl, 400 on email if the user has none, 429 after 5 an hour.
   */
  requestEmailVerification: defineContract({
    method: "POST",
    path: "/me/email-verification",
    auth: "bearer",
    source: "docs/product/shell.md#calls",
    body: z.object({ confirmUrl, locale }),
    responses: { 204: z.undefined() },
  }),
  /**
   * Requests a change of e-mail address: sends a link to the new address and a notice to the old one; nothing changes until the link is
   * used. Needs the password, or for users without one a login within the last five minutes: 403 `reauthentication_required`. 403
   * `secure_login_needed` if the user has a second factor and has not verified it within five minutes.
   */
  requestEmailChange: defineContract({
    method: "POST",
    path: "/me/email",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ email: emailField, currentPassword: z.string().max(1024).optional(), confirmUrl, locale }),
    responses: { 204: z.undefined() },
  }),
  /**
   * Returns the address that a link would confirm; `isConfirmed` if it is a used one whose address is confirmed and still the person's. 400
   * `invalid_link`.
   */
  readEmailConfirmation: defineContract({
    method: "POST",
    path: "/email-confirmations/preview",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ token }),
    responses: { 200: z.object({ email: z.string(), isConfirmed: z.boolean() }) },
  }),
  /** Consumes a link. 400 `invalid_link` if it is invalid, used, expired, or for an address that the user no longer has. */
  confirmEmail: defineContract({
    method: "POST",
    path: "/email-confirmations",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ token }),
    responses: { 200: z.object({ uid: z.string(), email: z.string() }) },
  }),
  /**
   * Sends a link for a new password if the account has a password and a confirmed e-mail address. The response is the same for every
   * username, so it reveals nothing. `resetUrl` is the target page, on the caller's own origin; `?token=` is appended. 429.
   */
  requestPasswordReset: defineContract({
    method: "POST",
    path: "/password-resets",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    body: z.object({
      username: typedUsernameField,
      resetUrl: confirmUrl,
      locale,
    }),
    responses: { 204: z.undefined() },
  }),
  /** Returns the username of the account whose password a link resets. 400 `invalid_link`. */
  readPasswordReset: defineContract({
    method: "POST",
    path: "/password-resets/preview",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ token }),
    responses: { 200: z.object({ username: z.string() }) },
  }),
  /** Consumes a link: replaces the password and ends all sessions. 400 `invalid_link`, 400 ValidationError on password. */
  resetPassword: defineContract({
    method: "POST",
    path: "/password-resets/complete",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ token, password: z.string().max(1024) }),
    responses: { 200: z.object({ uid: z.string() }) },
  }),
  /**
   * Deletes the caller's account: ends its sessions and its plan, removes its cards, and mails a link that restores it until day 28. Needs
   * the password, or for users without one a login within the last five minutes: 403 `reauthentication_required`. 403 if the caller is not
   * a family, and while impersonating; 503 if the mail cannot be sent.
   */
  deleteAccount: defineContract({
    method: "POST",
    path: "/me/deletion",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ currentPassword: z.string().max(1024).optional() }),
    responses: { 204: z.undefined() },
  }),
  /** Returns the account that a link restores, and whether another person has its username now. 400 `invalid_link`. */
  readAccountRestoration: defineContract({
    method: "POST",
    path: "/account-restorations/preview",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ token }),
    responses: { 200: z.object({ username: z.string(), isTaken: z.boolean() }) },
  }),
  /**
   * Consumes a link: restores the account, with its children and without its plan. `email` replaces a username that is taken; 409 on it if
   * it is taken or missing. 400 `invalid_link`.
   */
  restoreAccount: defineContract({
    method: "POST",
    path: "/account-restorations",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ token, email: emailField.optional() }),
    responses: { 200: z.object({ uid: z.string() }) },
  }),
  /** The children of the caller's family, in creation order. 404 if the caller is not a family; this also applies to the next calls. */
  getProfiles: defineContract({
    method: "GET",
    path: "/me/profiles",
    auth: "bearer",
    source: "docs/product/choices.md#who-and-where",
    responses: { 200: z.object({ data: z.array(familyProfileSchema) }) },
  }),
  /** The child to whom the caller's device is joined; 404 for all other callers. */
  getJoinedProfile: defineContract({
    method: "GET",
    path: "/me/joined-profile",
    auth: "bearer",
    opensToJoinedDevice: true,
    source: "docs/product/choices.md#who-and-where",
    responses: { 200: z.object({ data: familyProfileSchema }) },
  }),
  /** 409 if another child has the name, or above `maxProfiles`; 403 while impersonating. The 403 also applies to the next calls. */
  createProfile: defineContract({
    method: "POST",
    path: "/me/profiles",
    auth: "bearer",
    source: "docs/product/choices.md#who-and-where",
    body: profileValuesSchema,
    responses: { 201: z.object({ data: familyProfileSchema }) },
  }),
  /** 412 if `version` is not the stored one. */
  changeProfile: defineContract({
    method: "PUT",
    path: "/me/profiles/:id",
    auth: "bearer",
    source: "docs/product/choices.md#who-and-where",
    params: z.object({ id: uidSchema }),
    body: profileValuesSchema.extend({ version: versionField }),
    responses: { 200: z.object({ data: familyProfileSchema }) },
  }),
  /** Deletes the child and its data: positions, bookmarks, shelf and settings. Ends its sessions. */
  deleteProfile: defineContract({
    method: "DELETE",
    path: "/me/profiles/:id",
    auth: "bearer",
    source: "docs/product/choices.md#who-and-where",
    params: z.object({ id: uidSchema }),
    responses: { 204: z.undefined() },
  }),
  getSettings: defineContract({
    method: "GET",
    path: "/me/settings",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/choices.md#own-calls",
    headers: profileHeaders,
    responses: { 200: accountSettingsSchema },
  }),
  /** Saves the given settings and leaves the others unchanged; the response has all of them. 403 for shared accounts. */
  changeSettings: defineContract({
    method: "PATCH",
    path: "/me/settings",
    auth: "bearer",
    opensToPictureCode: true,
    opensToJoinedDevice: true,
    source: "docs/product/choices.md#own-calls",
    headers: profileHeaders,
    body: accountSettingsSchema.partial(),
    responses: { 200: accountSettingsSchema },
  }),
} as const;
