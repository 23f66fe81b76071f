import { z } from "zod";
import type { FieldTexts } from "~/forms/stale-version";
import { versionField } from "~/services/contracts/contract";
import { type FamilyProfile, type ProfileValues, profileValuesSchema } from "~/services/contracts/family-profiles";

/** Schemas of a child's form: the service's own. */
export const newChildSchema = profileValuesSchema;
export const childSchema = profileValuesSchema.extend({ version: z.coerce.number().pipe(versionField) });

/** Names of the form's fields in display order. */
export const childFields = ["name", "avatar", "ageLimit", "words"] as const;
export type ChildField = (typeof childFields)[number];

/** Field values of a child's form. */
export function childFieldTexts({ name, avatar, ageLimit, words }: ProfileValues | FamilyProfile): FieldTexts {
  return { name, avatar, ageLimit: ageLimit === null ? "" : String(ageLimit), words: words ?? "on" };
}
