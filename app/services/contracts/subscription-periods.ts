import { z } from "zod";
import { defineContract, knownMembers } from "./contract";
import { fillMessage, formMessages } from "./form-messages";
import { optionalField } from "./person-fields";
import { uidSchema } from "./uid";

/** Subscription periods of people and school units, in the customer-management service. docs/product/control-panel.md#calls. */

const source = "docs/product/control-panel.md#calls";

const dayBeforeFirst = "1999-12-31";
const dayAfterLast = "2200-01-01";

/** A day as ISO 8601 writes it: `2026-11-24`. */
const day = z.iso
  .date({ error: ({ input }) => (input ? formMessages.incorrectFormat : formMessages.required), abort: true })
  .refine((value) => value > dayBeforeFirst, fillMessage("after", { date: dayBeforeFirst }))
  .refine((value) => value < dayAfterLast, fillMessage("before", { date: dayAfterLast }));

const legacyIdParam = z.coerce.number().int().min(1).max(2_147_483_647);

/** What is written of a period, by the form and by the service; a form sends nothing where there is no end. */
export const periodFields = z.object({
  /** The name of one of the subscription types. */
  type: z.string({ error: formMessages.typeRequired }).trim().min(1, formMessages.typeRequired).max(100),
  start: day,
  /** The last day; null: without end. */
  end: day.nullable(),
});
export const periodFormFields = periodFields.extend({ end: optionalField(day) });
export type PeriodFields = z.output<typeof periodFields>;

/** What a period gives and nobody writes. */
const readOnly = {
  uid: z.unknown().optional(),
  legacyId: z.unknown().optional(),
  name: z.unknown().optional(),
  label: z.unknown().optional(),
  active: z.unknown().optional(),
  trial: z.unknown().optional(),
};

export const periodSchema = z.object({
  /** The legacyId as text. */
  uid: z.string(),
  legacyId: z.number(),
  /** Whose it is. */
  name: z.string(),
  type: z.string(),
  label: z.string(),
  start: z.string(),
  end: z.string().nullable(),
  trial: z.boolean(),
  /** Whether it runs today, by the country's clocks. */
  active: z.boolean(),
});
/** How many periods somebody has, and how many of them run today. */
export const periodCountsSchema = z.object({ total: z.number(), active: z.number() });
export type PeriodCounts = z.output<typeof periodCountsSchema>;

export const userPeriodSchema = periodSchema.extend({ userUid: z.string() });
export const schoolUnitPeriodSchema = periodSchema.extend({ schoolUnitUid: z.string() });
export type SubscriptionPeriod = z.output<typeof periodSchema>;

/** `trial: true` gives 14 days from the start, whatever `end` says. */
const newPeriod = periodFields.extend({
  end: day.nullable().default(null),
  trial: z.boolean({ error: formMessages.incorrectFormat }).default(false),
});

const changedPeriod = periodFields.partial().extend(readOnly);

const nothing = z.undefined();
const created = z.object({ legacyId: z.number() });

/** The calls that write periods of one kind of owner, named by `owner`. That an end is not before its start is known once both are. */
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
