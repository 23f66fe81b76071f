import { z } from "zod";
import type { FieldTexts } from "~/forms/stale-version";
import { versionField } from "~/services/contracts/contract";
import { type FamilyProfile, type ProfileValues, profileValuesSchema } from "~/services/contracts/family-profiles";

/** What the form of a child takes: the service's own schema. */
export const newChildSchema = profileValuesSchema;
export const childSchema = profileValuesSchema.extend({ version: z.coerce.number().pipe(versionField) });

/** Names of the form's fields in the order in which they stand. */
export const childFields = ["name", "avatar", "ageLimit"] as const;
export type ChildField = (typeof childFields)[number];

/** What stands in the form of a child, by its fields. */
export function childFieldTexts({ name, avatar, ageLimit }: ProfileValues | FamilyProfile): FieldTexts {
  return { name, avatar, ageLimit: ageLimit === null ? "" : String(ageLimit) };
}
