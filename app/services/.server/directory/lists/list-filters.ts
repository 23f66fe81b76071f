import { z } from "zod";
import { addDays } from "~/realms/realm";
import { organizationTypes, personTypes, statuses } from "~/services/.server/directory/rules";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";
import { withoutControls } from "~/services/contracts/search-text";
import { validationError } from "~/services/contracts/service-error";
import { uidSchema } from "~/services/contracts/uid";
import type { PeopleFilters } from "./people-query";

/** Reads a list's filters, JSON in an address, for the control panel's and the customer management's lists. */

const oneOrMore = <T extends z.ZodType>(item: T) =>
  z.union([z.array(item), item.transform((value) => [value] as Array<z.output<T>>)]);

const peopleFilters = z.strictObject({
  status: oneOrMore(z.enum(statuses)).optional(),
  type: oneOrMore(z.enum(personTypes)).optional(),
  organization: uidSchema.optional(),
  group: uidSchema.optional(),
  guardian: uidSchema.optional(),
  student: uidSchema.optional(),
  admin: z.boolean().optional(),
  shared: z.boolean().optional(),
  hasEmail: z.boolean().optional(),
  withoutGroup: z.boolean().optional(),
  /** Members of groups whose pupils typically started school in that year. */
  entryYear: z.number().int().min(1900).max(2999).optional(),
  neverSignedIn: z.boolean().optional(),
  hasBadge: z.boolean().optional(),
  externalId: z.string().max(255).optional(),
  username: z.string().max(255).optional(),
  email: z.string().max(255).optional(),
  ids: z.array(uidSchema).max(1000).optional(),
  exceptIds: z.array(uidSchema).max(200).optional(),
  outsideOrganization: uidSchema.optional(),
  outsideGroup: uidSchema.optional(),
});

const groupFilters = z.strictObject({
  status: oneOrMore(z.enum(statuses)).optional(),
  type: oneOrMore(z.enum(["class", "group", "grade"])).optional(),
  ids: z.array(uidSchema).max(1000).optional(),
  exceptIds: z.array(uidSchema).max(200).optional(),
  /** Groups of this organisation itself. */
  organization: uidSchema.optional(),
  /** Groups that are part of this one. */
  parent: uidSchema.optional(),
});

const organizationFilters = z.strictObject({
  status: oneOrMore(z.enum(statuses)).optional(),
  type: oneOrMore(z.enum(organizationTypes)).optional(),
  parent: uidSchema.optional(),
  ids: z.array(uidSchema).max(1000).optional(),
  exceptIds: z.array(uidSchema).max(200).optional(),
  /** Neither this one nor any below it. */
  outside: uidSchema.optional(),
  /** Those below this one, however far. */
  below: uidSchema.optional(),
  /** Those that the caller administers. */
  administered: z.literal(true).optional(),
});

const periodFilters = z.strictObject({
  /** Whose they are: a person's or an organisation's uid. */
  owner: uidSchema.optional(),
  /** A person: the periods are those of the organisations that the person is in, and of those above them. */
  member: uidSchema.optional(),
  type: oneOrMore(z.string().max(100)).optional(),
  /** Whether they run today. */
  active: z.boolean().optional(),
});
export type PeriodFilters = z.output<typeof periodFilters>;

/** Actions, an inclusive range of days, and who: the person whose rights were used, or who acted as that person. */
const auditFilters = z.strictObject({
  action: oneOrMore(z.string().max(100)).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  who: z.string().max(255).optional(),
});
export type AuditFilters = z.output<typeof auditFilters>;

function readFilters<T extends z.ZodType>(schema: T, text: string | undefined): z.output<T> | null {
  if (!text) return null;
  let json: unknown;
  try {
    json = JSON.parse(text, (_, value) => (typeof value === "string" ? withoutControls(value) : value));
  } catch {
    throw validationError([{ attribute: "filters", reason: formMessages.incorrectFormat }]);
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  throw validationError(
    result.error.issues.map((issue) => ({
      attribute: ["filters", ...issue.path].join("."),
      reason: formMessages.incorrectFormat,
    })),
  );
}

/** Throws 400 for broken JSON, unknown filters and values of the wrong kind. */
export function readPeopleFilters(text: string | undefined): PeopleFilters {
  const read = readFilters(peopleFilters, text);
  if (!read) return {};
  const { externalId, username, email } = read;
  return {
    status: read.status,
    types: read.type,
    organizationUid: read.organization,
    groupUid: read.group,
    guardianUid: read.guardian,
    studentUid: read.student,
    admin: read.admin,
    shared: read.shared,
    hasEmail: read.hasEmail,
    isWithoutGroup: read.withoutGroup,
    entryYear: read.entryYear,
    isNeverSignedIn: read.neverSignedIn,
    hasBadge: read.hasBadge,
    equals: {
      ...(externalId === undefined ? {} : { externalId }),
      ...(username === undefined ? {} : { username }),
      ...(email === undefined ? {} : { email }),
    },
    uids: read.ids,
    exceptUids: read.exceptIds,
    outsideOrganizationUid: read.outsideOrganization,
    outsideGroupUid: read.outsideGroup,
  };
}

/** Throws 400 as the others do, and for a range that ends before it begins. */
export function readAuditFilters(text: string | undefined): AuditFilters {
  const read = readFilters(auditFilters, text) ?? {};
  if (read.from && read.to && read.from > read.to) {
    // A range may be one day.
    throw validationError([
      { attribute: "filters.from", reason: fillMessage("before", { date: addDays(read.to, 1) }) },
      { attribute: "filters.to", reason: fillMessage("after", { date: addDays(read.from, -1) }) },
    ]);
  }
  return read;
}

export function readPeriodFilters(text: string | undefined): PeriodFilters {
  return readFilters(periodFilters, text) ?? {};
}

export function readGroupFilters(text: string | undefined) {
  const read = readFilters(groupFilters, text);
  return {
    ...(read?.status ? { status: read.status } : {}),
    ...(read?.type ? { types: read.type } : {}),
    ...(read?.ids ? { uids: read.ids } : {}),
    ...(read?.exceptIds ? { exceptUids: read.exceptIds } : {}),
    ...(read?.organization ? { organizationUid: read.organization } : {}),
    ...(read?.parent ? { parentUid: read.parent } : {}),
  };
}

export function readOrganizationFilters(text: string | undefined) {
  const read = readFilters(organizationFilters, text);
  return {
    ...(read?.status ? { status: read.status } : {}),
    ...(read?.type ? { types: read.type } : {}),
    ...(read?.parent ? { parentUid: read.parent } : {}),
    ...(read?.ids ? { uids: read.ids } : {}),
    ...(read?.exceptIds ? { exceptUids: read.exceptIds } : {}),
    ...(read?.outside ? { outsideUid: read.outside } : {}),
    ...(read?.below ? { belowUid: read.below } : {}),
    ...(read?.administered ? { areAdministered: true } : {}),
  };
}
