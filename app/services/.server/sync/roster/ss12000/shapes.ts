import { z } from "zod";
import { isCalendarDay } from "~/services/.server/sync/roster/calendar-day";

/** Schemas of the fields that we read from SS 12000:2020 (API 2.1); docs/product/roster-sources.md#ss12000. Other fields are ignored. */

const id = z.string().min(1).max(255);
const text = z.string().nullish();
const date = z
  .string()
  .refine((value) => value === "" || isCalendarDay(value))
  .nullish();
const reference = z.object({ id });

/** All group types of the standard. */
const groupTypes = [
  ...(["Undervisning", "Klass", "Mentor", "Provgrupp", "Schema"] as const),
  ...(["Avdelning", "Personalgrupp", "Övrigt"] as const),
] as const;
type GroupType = (typeof groupTypes)[number];

export const lists = {
  organisations: z.object({
    id,
    displayName: text,
    schoolUnitCode: text,
    organisationType: text,
    parentOrganisation: reference.nullish(),
    endDate: date,
  }),
  groups: z.object({
    id,
    displayName: text,
    groupType: z.enum(groupTypes),
    organisation: reference,
    endDate: date,
    groupMemberships: z.array(z.object({ person: reference, endDate: date })).nullish(),
  }),
  duties: z.object({
    id,
    person: reference.nullish(),
    dutyAt: reference,
    dutyRole: text,
    endDate: date,
    assignmentRole: z.array(z.object({ group: reference, endDate: date })).nullish(),
  }),
  activities: z.object({
    id,
    endDate: date,
    groups: z.array(reference).nullish(),
    teachers: z.array(z.object({ duty: reference, endDate: date })).nullish(),
  }),
  persons: z.object({
    id,
    givenName: text,
    middleName: text,
    familyName: text,
    eduPersonPrincipalNames: z.array(z.string()).nullish(),
    externalIdentifiers: z
      .array(z.object({ value: z.string(), context: text, globallyUnique: z.boolean().nullish() }))
      .nullish(),
    emails: z.array(z.object({ value: z.string(), type: text })).nullish(),
    enrolments: z.array(z.object({ enroledAt: reference, cancelled: z.boolean().nullish(), endDate: date })).nullish(),
    responsibles: z.array(z.object({ person: reference.nullish() })).nullish(),
    personStatus: text,
    securityMarking: text,
  }),
};
export type ListName = keyof typeof lists;
export type ListItem<Name extends ListName> = z.output<(typeof lists)[Name]>;

/** The standard's responses use `data`; Skolverket's reference implementation uses `organisations` for organisations. */
export const responseSchema = z
  .object({ data: z.array(z.unknown()).optional(), organisations: z.array(z.unknown()).optional(), pageToken: text })
  .refine(({ data, organisations }) => data !== undefined || organisations !== undefined);

/** Group types that count as classes. */
export const classTypes: ReadonlySet<GroupType> = new Set(["Klass", "Undervisning", "Mentor", "Avdelning"]);

/** Markings of people without protected identity; unknown markings count as protected. */
export const openMarkings: ReadonlySet<string> = new Set(["", "Ingen"]);

/** Statuses of people who count as removed. */
export const goneStatuses: ReadonlySet<string> = new Set(["Avliden", "Utvandrad"]);
