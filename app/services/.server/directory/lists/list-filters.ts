import { z } from "zod";
import { addDays } from "~/realms/realm";
import { organizationTypes, personTypes, statuses } from "~/services/.server/directory/rules";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";
import { groupTypes } from "~/services/contracts/group-field-table";
import { searchableText } from "~/services/contracts/search-text";
import { validationError } from "~/services/contracts/service-error";
import { uidSchema } from "~/services/contracts/uid";
import type { PeopleFilters } from "./people-query";

/** Parses the JSON filters of the control panel's and customer management's lists. */

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
  /** Members of groups with this typical school entry year. */
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
  type: oneOrMore(z.enum(groupTypes)).optional(),
  ids: z.array(uidSchema).max(1000).optional(),
  exceptIds: z.array(uidSchema).max(200).optional(),
  /** Groups of this organisation, without its descendants. */
  organization: uidSchema.optional(),
  /** Subgroups of this group. */
  parent: uidSchema.optional(),
});

const organizationFilters = z.strictObject({
  status: oneOrMore(z.enum(statuses)).optional(),
  type: oneOrMore(z.enum(organizationTypes)).optional(),
  parent: uidSchema.optional(),
  ids: z.array(uidSchema).max(1000).optional(),
  exceptIds: z.array(uidSchema).max(200).optional(),
  /** Excludes this organisation and its descendants. */
  outside: uidSchema.optional(),
  /** Descendants of this organisation. */
  below: uidSchema.optional(),
  /** Organisations that the caller administers. */
  administered: z.literal(true).optional(),
});

const periodFilters = z.strictObject({
  /** Uid of the person or organisation that has the periods. */
  owner: uidSchema.optional(),
  /** A person's uid: periods of the person's organisations and their ancestors. */
  member: uidSchema.optional(),
  type: oneOrMore(z.string().max(100)).optional(),
  /** Whether the period runs today. */
  active: z.boolean().optional(),
});
export type PeriodFilters = z.output<typeof periodFilters>;

/** Actions, an inclusive range of days, and a person as user or actor. */
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
    json = JSON.parse(text, (_, value) => (typeof value === "string" ? searchableText(value) : value));
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

/** @throws ServiceError 400 for invalid JSON, unknown filters and invalid values */
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

/** @throws ServiceError 400 as the other functions, and for a range whose end is before its start */
export function readAuditFilters(text: string | undefined): AuditFilters {
  const read = readFilters(auditFilters, text) ?? {};
  if (read.from && read.to && read.from > read.to) {
    // The bounds are inclusive, so `from` may equal `to`.
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
