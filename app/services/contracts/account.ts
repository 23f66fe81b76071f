import { z } from "zod";
import { locales, realmRow, realms } from "~/realms/realm";
import { browserSessionHeaders } from "./browser-session";
import { defineContract, versionField } from "./contract";
import { familyProfileSchema, profileValuesSchema } from "./family-profiles";
import { formMessages } from "./form-messages";
import { emailField, passwordField, textField } from "./person-fields";
import { profileHeaders } from "./reader-profile";
import { uidSchema } from "./uid";

/**
 * The account service: what a person may know and change of themselves. docs/product/shell.md#entities, #calls;
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
export const meSchema = z.object({
  uid: z.string(),
  username: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  speakingBookRights: z.boolean(),
  /** There is no password of one's own to change: the account is shared, or its sign-in is somebody else's. */
  hidePasswordChange: z.boolean(),
  sharedAccount: z.boolean(),
  /** Whether the person may put another address in the place of `email`. */
  mayChangeEmail: z.boolean(),
  identifiers: identifiersSchema,
  /** `admin` derives from an association's flag. docs/product/choices.md#who-and-where. */
  roles: z.array(z.enum(["admin", "employee", "guardian", "student"])),
  /** Organisations: `uid` is the organisation's. */
  associations: z.array(z.object({ uid: z.string(), name: z.string(), role, admin: z.boolean(), active: z.boolean() })),
  /** Groups. */
  memberships: z.array(z.object({ uid: z.string(), name: z.string() })),
  /** Names of the services that subscriptions open today, normalised. docs/product/control-panel.md#states. */
  services: z.array(z.string()),
  /**
   * null for everybody who is no family of the consumer market. `unpaid`: there never was a period; `lapsed`: the last one has ended.
   * `subscription` is the type of the running period, else of the last one. Days, the last one included.
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

export const myOrganizationSchema = z.object({
  uid: z.string(),
  name: z.string(),
  type: z.string(),
  /** The association and the organisation both. */
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

export const myGroupSchema = z.object({
  uid: z.string(),
  name: z.string(),
  active: z.boolean(),
  type: z.enum(["class", "group", "grade"]),
  /** Whether the group has a code of its own to join by. */
  generateCode: z.boolean(),
  externalId: z.string().nullable(),
  typicalSchoolEntryYear: z.number().nullable(),
  organization: z.object({ uid: z.string(), name: z.string() }),
});
export type MyGroup = z.output<typeof myGroupSchema>;

export const joinedGroupSchema = myGroupSchema.pick({ uid: true, name: true, organization: true });

/** A code as somebody types it from a board: letters of either case, with spaces or hyphens. */
export const groupCodeField = z
  .string({ error: formMessages.required })
  .transform((text) => text.replace(/[\s-]/g, "").toUpperCase())
  .pipe(z.string().min(1, formMessages.required).max(40, formMessages.tooManyCharacters));

/** docs/product/control-panel.md#limits: my-account lists have a page size of 100 and are paged by meta.totalCount. */
export const myListPageSize = 100;

const pageQuery = z.object({
  pageNumber: z.coerce.number().int().min(1).max(1000).default(1),
  pageSize: z.coerce.number().int().min(1).max(myListPageSize).default(myListPageSize),
});
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), meta: z.object({ totalCount: z.number() }) });

/** What readers keep between books; a missing value is the reader's own default. docs/product/reader.md#entities. */
export const readerPreferencesSchema = z
  .object({
    /** 0 to 1. */
    audioVolume: z.number().min(0).max(1),
    muted: z.boolean(),
    /** 0.5 to 2; 1 is 100 percent. */
    playbackRate: z.number().min(0.5).max(2),
    highlight: z.boolean(),
    autoPageTurn: z.boolean(),
    /** Null: as the page around the book. */
    darkTheme: z.boolean().nullable(),
    /** BCP 47; null: the book's main language. */
    preferredLanguage: z.string().max(35).nullable(),
    videoPosition: z.object({ left: z.number(), top: z.number() }).nullable(),
    videoSize: z.object({ width: z.number().min(120).max(4000), height: z.number().min(68).max(4000) }),
    /** epub:type values that are not read aloud. */
    skipped: z.array(z.string().max(40)).max(40),
    /** How the words of flowing books look; the reader knows the names of faces and papers. docs/product/reader.md#comfort. */
    comfort: z.object({
      /** Percent. */
      textSize: z.number().min(50).max(300),
      typeface: z.string().max(40),
      lineSpacing: z.number().min(1).max(3).nullable(),
      letterSpacing: z.number().min(0).max(0.5),
      wordSpacing: z.number().min(0).max(1),
      paper: z.string().max(40),
      ruler: z.boolean(),
    }),
    highlightUnit: z.enum(["word", "sentence"]),
  })
  .partial();
export type ReaderPreferences = z.output<typeof readerPreferencesSchema>;

/** Which notices a person wants to see; warnings and errors are always shown. */
export const noticePreferencesSchema = z.object({ confirmations: z.boolean() }).partial();
export type NoticePreferences = z.output<typeof noticePreferencesSchema>;

export const accountSettingsSchema = z.object({ reader: readerPreferencesSchema, notices: noticePreferencesSchema });
export type AccountSettings = z.output<typeof accountSettingsSchema>;

/** Names the fault that the app takes for `false`; every other one propagates. docs/product/control-panel.md#validation. */
export const invalidConfirmUrl = { attribute: "confirmUrl", reason: "InvalidInputError" } as const;

/** What a link that is wrong, used or too old gets. docs/product/control-panel.md#errors. */
export const invalidLink = "invalid_link";

const confirmUrl = z.string().max(500);
const locale = z.enum(locales).optional();
const token = z.string().regex(/^[\w-]{20,100}$/);

/** What a family that signs up with somebody's address gets. docs/product/shell.md#validation. */
export const emailIsUsed = "Email is already used.";

/** What a family that signs up for another country than the site's gets: people and prices are the country's. */
export const countryIsElsewhere = "This country has a site of its own. Sign up there.";

/** A country, as a realm or by its code of two letters (ISO 3166-1): uk and GB are both the United Kingdom. */
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

export const accountContracts = {
  /**
   * Makes the account of a family, without a subscription: the e-mail address is its username. With the address and password of an account
   * that was never paid for it goes on with that one. `x-browser-session` may order for the account before it logs in. 409 ConflictError
   * where somebody else has the address; 400 ValidationError, country too where it is not the realm's; 429.
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
    source: "docs/product/shell.md#calls",
    responses: { 200: meSchema },
  }),
  getMyOrganizations: defineContract({
    method: "GET",
    path: "/me/organizations",
    auth: "bearer",
    source: "docs/product/shell.md#calls",
    query: pageQuery,
    responses: { 200: listOf(myOrganizationSchema) },
  }),
  getMyGroups: defineContract({
    method: "GET",
    path: "/me/groups",
    auth: "bearer",
    source: "docs/product/shell.md#calls",
    query: pageQuery,
    responses: { 200: listOf(myGroupSchema) },
  }),
  /**
   * A pupil joins the group of their school whose code this is; being in it already changes nothing. 404 for any other code, expired ones
   * included, 403 for everybody but pupils, 429 after 10 tries in a quarter of an hour.
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
   * Sends a link to one's own address. `confirmUrl` is the page that it leads to, on the caller's own origin; `?token=` is added.
   * 400 InvalidInputError on confirmUrl, 400 on email where there is none, 429 after 5 an hour.
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
   * Asks for another address: a link goes to the new one, a note to the old one, and nothing changes before the link is used.
   * Needs the password, or for people without one a sign-in of the last five minutes. 403 `reauthentication_required`;
   * 403 `secure_login_needed` for whoever has a second factor and has not proved it within five minutes.
   */
  requestEmailChange: defineContract({
    method: "POST",
    path: "/me/email",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ email: emailField, currentPassword: z.string().max(1024).optional(), confirmUrl, locale }),
    responses: { 204: z.undefined() },
  }),
  /** What a link would confirm. 400 `invalid_link`. */
  readEmailConfirmation: defineContract({
    method: "POST",
    path: "/email-confirmations/preview",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ token }),
    responses: { 200: z.object({ email: z.string() }) },
  }),
  /** Uses a link up. 400 `invalid_link` for one that is wrong, used, too old, or of an address that is no longer the person's. */
  confirmEmail: defineContract({
    method: "POST",
    path: "/email-confirmations",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ token }),
    responses: { 200: z.object({ uid: z.string(), email: z.string() }) },
  }),
  /**
   * Sends a link for a new password, where the account has a password and a confirmed e-mail address; the response is the same for every
   * username. `resetUrl` is the page that the link leads to, on the caller's own origin; `?token=` is added. 429.
   */
  requestPasswordReset: defineContract({
    method: "POST",
    path: "/password-resets",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    body: z.object({
      username: z.string().trim().min(1, formMessages.mandatory).max(255, formMessages.upTo255),
      resetUrl: confirmUrl,
      locale,
    }),
    responses: { 204: z.undefined() },
  }),
  /** Whose password a link replaces. 400 `invalid_link`. */
  readPasswordReset: defineContract({
    method: "POST",
    path: "/password-resets/preview",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ token }),
    responses: { 200: z.object({ username: z.string() }) },
  }),
  /** Uses a link up: the password is replaced and every session ends. 400 `invalid_link`, 400 ValidationError on password. */
  resetPassword: defineContract({
    method: "POST",
    path: "/password-resets/complete",
    auth: "country",
    source: "docs/product/choices.md#own-calls",
    body: z.object({ token, password: z.string().max(1024) }),
    responses: { 200: z.object({ uid: z.string() }) },
  }),
  /** The children of the caller's family, in the order in which they were added. 404 for whoever is no family, here and below. */
  getProfiles: defineContract({
    method: "GET",
    path: "/me/profiles",
    auth: "bearer",
    source: "docs/product/choices.md#who-and-where",
    responses: { 200: z.object({ data: z.array(familyProfileSchema) }) },
  }),
  /** 409 for a name that another child has, and above `mostProfiles`; 403 while acting as somebody, here and below. */
  createProfile: defineContract({
    method: "POST",
    path: "/me/profiles",
    auth: "bearer",
    source: "docs/product/choices.md#who-and-where",
    body: profileValuesSchema,
    responses: { 201: z.object({ data: familyProfileSchema }) },
  }),
  /** 412 where `version` is not the stored one. */
  changeProfile: defineContract({
    method: "PUT",
    path: "/me/profiles/:id",
    auth: "bearer",
    source: "docs/product/choices.md#who-and-where",
    params: z.object({ id: uidSchema }),
    body: profileValuesSchema.extend({ version: versionField }),
    responses: { 200: z.object({ data: familyProfileSchema }) },
  }),
  /** Removes the child and its data: positions, bookmarks, shelf and settings. Its sessions end. */
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
    source: "docs/product/choices.md#own-calls",
    headers: profileHeaders,
    responses: { 200: accountSettingsSchema },
  }),
  /** Given settings are saved, the others unchanged; the response has all settings. 403 for shared accounts. */
  changeSettings: defineContract({
    method: "PATCH",
    path: "/me/settings",
    auth: "bearer",
    source: "docs/product/choices.md#own-calls",
    headers: profileHeaders,
    body: accountSettingsSchema.partial(),
    responses: { 200: accountSettingsSchema },
  }),
} as const;
