import { z } from "zod";
import { defineContract, knownMembers, versionField } from "./contract";
import { fillMessage, formMessages } from "./form-messages";
import { optionalField } from "./person-fields";
import { uidSchema } from "./uid";

/** Contracts for subscription periods of people and school units (customer-management service). docs/product/control-panel.md#calls. */

const source = "docs/product/control-panel.md#calls";

const dayBeforeFirst = "1999-12-31";
const dayAfterLast = "2200-01-01";

/** An ISO 8601 date: `2026-11-24`. */
const day = z.iso
  .date({ error: ({ input }) => (input ? formMessages.incorrectFormat : formMessages.required), abort: true })
  .refine((value) => value > dayBeforeFirst, fillMessage("after", { date: dayBeforeFirst }))
  .refine((value) => value < dayAfterLast, fillMessage("before", { date: dayAfterLast }));

const legacyIdParam = z.coerce.number().int().min(1).max(2_147_483_647);

/** Editable fields of a period; a form sends an empty `end` for no end. */
export const periodFields = z.object({
  /** Name of a subscription type. */
  type: z.string({ error: formMessages.typeRequired }).trim().min(1, formMessages.typeRequired).max(100),
  start: day,
  /** Last day, inclusive; null: no end. */
  end: day.nullable(),
});
export const periodFormFields = periodFields.extend({ end: optionalField(day) });
export type PeriodFields = z.output<typeof periodFields>;

/** Read-only members that clients may send back. */
const readOnly = {
  uid: z.unknown().optional(),
  legacyId: z.unknown().optional(),
  name: z.unknown().optional(),
  label: z.unknown().optional(),
  active: z.unknown().optional(),
  trial: z.unknown().optional(),
};

const periodSchema = z.object({
  /** The legacyId as text. */
  uid: z.string(),
  legacyId: z.number(),
  /** Name of the owner. */
  name: z.string(),
  type: z.string(),
  label: z.string(),
  start: z.string(),
  end: z.string().nullable(),
  trial: z.boolean(),
  /** Whether it runs today in the country's time zone. */
  active: z.boolean(),
  version: z.number(),
});
/** Number of periods, and of those that run today. */
export const periodCountsSchema = z.object({ total: z.number(), active: z.number() });
export type PeriodCounts = z.output<typeof periodCountsSchema>;

export const userPeriodSchema = periodSchema.extend({ userUid: z.string() });
export const schoolUnitPeriodSchema = periodSchema.extend({ schoolUnitUid: z.string() });
export type SubscriptionPeriod = z.output<typeof periodSchema>;

/** `trial: true` sets 14 days from the start and ignores `end`. */
const newPeriod = periodFields.extend({
  end: day.nullable().default(null),
  trial: z.boolean({ error: formMessages.incorrectFormat }).default(false),
});

/** With `version`, a write is rejected with 412 if another user has changed the period since it was read. */
const changedPeriod = periodFields.partial().extend({ ...readOnly, version: versionField.optional() });

const nothing = z.undefined();
const created = z.object({ legacyId: z.number() });

/**
 * The write calls for periods of one owner type; `owner` is the name of its uid member. The service checks that end is not before start,
 * since an update may contain only one of them.
 */
function writingCalls<const Path extends string, const Owner extends string>(path: Path, owner: Owner) {
  const ownerWritten = { [owner]: uidSchema } as Record<Owner, typeof uidSchema>;
  const ownerRead = { [owner]: z.unknown().optional() } as Record<Owner, z.ZodOptional<z.ZodUnknown>>;
  return {
    create: defineContract({
      method: "POST",
      path,
      auth: "bearer",
      source,
      body: knownMembers(newPeriod.extend(ownerWritten)),
      responses: { 201: created },
    }),
    update: defineContract({
      method: "PUT",
      path: `${path}/:id`,
      auth: "bearer",
      source,
      params: z.object({ id: legacyIdParam }),
      body: knownMembers(changedPeriod.extend(ownerRead)),
      responses: { 200: created },
    }),
    remove: defineContract({
      method: "DELETE",
      path: `${path}/:ownerUid/:legacyId`,
      auth: "bearer",
      source: "docs/product/choices.md#wire",
      params: z.object({ ownerUid: z.string().min(1).max(100), legacyId: legacyIdParam }),
      responses: { 204: nothing },
    }),
  };
}

const ofUser = writingCalls("/userSubscriptionPeriods", "userUid");
const ofSchoolUnit = writingCalls("/schoolUnitSubscriptionPeriods", "schoolUnitUid");

export const periodContracts = {
  createUserPeriod: ofUser.create,
  updateUserPeriod: ofUser.update,
  deleteUserPeriod: ofUser.remove,
  createSchoolUnitPeriod: ofSchoolUnit.create,
  updateSchoolUnitPeriod: ofSchoolUnit.update,
  deleteSchoolUnitPeriod: ofSchoolUnit.remove,
} as const;
