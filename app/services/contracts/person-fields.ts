import { z } from "zod";
import { type Realm, realmRow } from "~/realms/realm";
import { fillMessage, formMessages } from "./form-messages";
import type { PersonAttribute } from "./person-field-table";
import { namesOfUnseen, readUsername, withoutInvisible } from "./typed-text";
import { uidSchema } from "./uid";

/** Schemas of a person's fields, for forms and services. docs/product/control-panel.md#entities, #validation. */

/** NUL and other control characters, bidirectional formatting characters, lone surrogates, private use, noncharacters. */
const unprintable = /[\p{Cc}\p{Cs}\p{Co}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/u;
const pictograph = /\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}\uFE0F\u20E3]/u;

/** Whether a text has only characters that names can have: no control characters and no emoji. */
function hasOnlySupportedCharacters(text: string): boolean {
  return !unprintable.test(text) && !pictograph.test(text);
}

/** A single-line text, trimmed, in NFC and without invisible characters. */
export function textField(max = 255) {
  return z
    .string({ error: formMessages.required })
    .transform((text) => withoutInvisible(text).normalize("NFC").trim())
    .pipe(
      z
        .string()
        .min(1, formMessages.required)
        .max(max, max === 255 ? formMessages.upTo255 : fillMessage("maximum", { max }))
        .refine(hasOnlySupportedCharacters, formMessages.unsupportedCharacters),
    );
}

/** Makes a field optional: undefined and blank become null. */
export function optionalField<T extends z.ZodType>(field: T) {
  return z.preprocess(
    (value) => (value === undefined || (typeof value === "string" && value.trim() === "") ? null : value),
    field.nullable(),
  );
}

export const nameField = textField();

/** Aborts so that a missing value is not also reported as too short or malformed. */
const missing = { error: formMessages.required, abort: true };

const usernameCharacters = /^[\p{L}\p{M}\p{N}._@+-]+$/u;

/** Why a username cannot be stored for its characters; those that nobody sees are named, since they cannot be found otherwise. */
function usernameMistake(text: string): string | null {
  const unseen = namesOfUnseen(text);
  if (unseen.length > 0) return fillMessage("usernameInvisible", { signs: unseen.join(", ") });
  return usernameCharacters.test(text) ? null : formMessages.usernameCharacters;
}

export const usernameField = z
  .string({ error: formMessages.required })
  .transform(readUsername)
  .pipe(
    z
      .string()
      .min(1, missing)
      .max(255, formMessages.upTo255)
      .superRefine((text, context) => {
        const mistake = usernameMistake(text);
        if (mistake) context.addIssue({ code: "custom", message: mistake });
      }),
  );

const localPart = /^[^\s@"<>()[\],;:\\.]+(\.[^\s@"<>()[\],;:\\.]+)*$/;
const domainName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/;

/** Internationalised domains are validated in ASCII form: skövde.se is xn--skvde-lua.se. */
function isDomain(text: string): boolean {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(text) || /(^|\.)-|-(\.|$)/.test(text)) return false;
  const address = `http://${text}`;
  return URL.canParse(address) && domainName.test(new URL(address).hostname);
}

function isEmail(text: string): boolean {
  const [local = "", domain = "", ...more] = text.split("@");
  return more.length === 0 && local.length <= 64 && localPart.test(local) && isDomain(domain);
}

/**
 * In NFKC, so that full-width letters and other forms of the same characters make no second address beside a confirmed one. Usernames keep
 * such characters, since they are compared with what is stored.
 */
export const emailField = z
  .string({ error: formMessages.required })
  .transform((text) => text.normalize("NFKC"))
  .pipe(textField(254))
  .pipe(z.string().refine(isEmail, formMessages.email));

/** 8 to 255 characters; never trimmed or truncated. */
export const passwordField = z
  .string({ error: formMessages.required })
  .min(1, missing)
  .min(8, formMessages.atLeastEight)
  .max(255, formMessages.upTo255);

/** A whole number, or its decimal digits as forms send them; no other coercion. */
export function wholeNumberField(min: number, max: number) {
  const bounds = fillMessage("between", { min, max });
  const field = z.preprocess(
    (value) => (typeof value === "string" && /^\s*[+-]?\d+(\.0+)?\s*$/.test(value) ? Number(value) : value),
    z.number({ error: formMessages.number }).int(formMessages.number).min(min, bounds).max(max, bounds),
  );
  return field;
}

export const ageFilterField = wholeNumberField(0, 21);

/** National mobile numbers without the dialling prefix. */
const mobilePatterns: Record<Realm, RegExp> = {
  de: /^1(5\d{8,9}|[67]\d{8,9})$/,
  fi: /^(4\d|50)\d{4,8}$/,
  fr: /^[67]\d{8}$/,
  nl: /^6\d{8}$/,
  no: /^[49]\d{7}$/,
  se: /^7[02369]\d{7}$/,
  uk: /^7\d{9}$/,
  us: /^[2-9](?!11)\d{2}[2-9](?!11)\d{6}$/,
};

/** Normalises a mobile number of the realm's country to E.164 (`+46701234567`); null if invalid. */
export function readMobileNumber(realm: Realm, text: string): string | null {
  const compact = text.replace(/[\s().\-/\u2010-\u2015]/g, "");
  if (!/^\+?\d+$/.test(compact)) return null;
  const { dialCode } = realmRow(realm);
  let national = compact;
  if (compact.startsWith(`+${dialCode}`)) national = compact.slice(dialCode.length + 1).replace(/^0/, "");
  else if (compact.startsWith(`00${dialCode}`)) national = compact.slice(dialCode.length + 2).replace(/^0/, "");
  else if (compact.startsWith("+")) return null;
  else if (realm === "us") national = compact.length === 11 ? compact.replace(/^1/, "") : compact;
  else if (realm !== "no") {
    if (!compact.startsWith("0")) return null;
    national = compact.slice(1);
  }
  return mobilePatterns[realm].test(national) ? `+${dialCode}${national}` : null;
}

/**
 * Parses a Swedish personal or coordination number (12 digits; a hyphen before the last four is allowed). Null if its date or check digit
 * is invalid.
 */
export function readPersonalNumber(text: string): string | null {
  const match = /^(\d{4})(\d{2})(\d{2})-?(\d{4})$/.exec(text.replace(/\s/g, ""));
  if (!match) return null;
  const [year, month, dayOrMore] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const day = dayOrMore > 60 ? dayOrMore - 60 : dayOrMore;
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!exists || year < 1850 || date.getTime() > Date.now()) return null;
  const digits = `${match[1]}${match[2]}${match[3]}${match[4]}`;
  let sum = 0;
  for (const [index, digit] of [...digits.slice(2)].entries()) {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += product > 9 ? product - 9 : product;
  }
  return sum % 10 === 0 ? digits : null;
}

function mobileField(realm: Realm) {
  return textField(40).transform((text, context) => {
    const number = readMobileNumber(realm, text);
    if (number) return number;
    context.addIssue({ code: "custom", message: formMessages.mobile });
    return z.NEVER;
  });
}

const personalNumberField = textField(40).transform((text, context) => {
  const number = readPersonalNumber(text);
  if (number) return number;
  context.addIssue({ code: "custom", message: formMessages.personalNumber });
  return z.NEVER;
});

const truth = z.union(
  [
    z.boolean(),
    z.enum(["true", "on", "1"]).transform(() => true),
    z.enum(["false", "off", "0", ""]).transform(() => false),
  ],
  { error: formMessages.incorrectFormat },
);

/** An organisation association in a write request; a missing flag leaves the stored one unchanged. */
export type OrganizationValue = {
  id: string;
  admin?: boolean | undefined;
  active?: boolean | undefined;
  /** Whether an employee's association also applies to the schools below. */
  addToSubSchools?: boolean | undefined;
};

/** A postal code of any country: the shortest ones have three characters. */
export const postalCodeField = textField(20).pipe(z.string().min(3, formMessages.tooFewCharacters));

/** A bare id, or an id with flags. */
export const organizationValue = z.union(
  [
    uidSchema.transform((id): OrganizationValue => ({ id })),
    z
      .object({
        id: uidSchema,
        admin: z.boolean().optional(),
        active: z.boolean().optional(),
        addToSubSchools: z.boolean().optional(),
      })
      .transform((place): OrganizationValue => place),
  ],
  { error: formMessages.incorrectFormat },
);

const fieldsByRealm = new Map<Realm, ReturnType<typeof createFields>>();

/**
 * Schemas of all attributes, including realm-specific checks (mobile number, national e-ID). Cached per realm, since an import needs them
 * for every row.
 */
export function personFields(realm: Realm) {
  const known = fieldsByRealm.get(realm) ?? createFields(realm);
  fieldsByRealm.set(realm, known);
  return known;
}

function createFields(realm: Realm) {
  return {
    username: usernameField,
    name: nameField,
    email: optionalField(emailField),
    organizations: z
      .array(organizationValue, { error: formMessages.selectOne })
      .min(1, formMessages.selectOne)
      .max(500),
    shared: truth,
    speakingBookRights: truth,
    ageFilter: optionalField(ageFilterField),
    password: passwordField,
    eppn: optionalField(emailField),
    gsuiteid: optionalField(textField()),
    gsuiteemail: optionalField(emailField),
    office365: optionalField(emailField),
    bankid: optionalField(realm === "se" ? personalNumberField : textField(64)),
    sms: optionalField(mobileField(realm)),
    firstName: optionalField(textField()),
    lastName: optionalField(textField()),
    preferredName: optionalField(textField()),
    externalId: optionalField(textField()),
    address: optionalField(textField()),
    postalCode: optionalField(postalCodeField),
    secureAuth: truth,
  } satisfies Record<PersonAttribute, z.ZodType>;
}
