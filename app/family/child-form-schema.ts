import { z } from "zod";
import { versionField } from "~/services/contracts/contract";
import { profileValuesSchema } from "~/services/contracts/family-profiles";

/** What the form of a child takes: the service's own schema. */
export const newChildSchema = profileValuesSchema;
export const childSchema = profileValuesSchema.extend({ version: z.coerce.number().pipe(versionField) });

/** Names of the form's fields in the order in which they stand. */
export const childFields = ["name", "avatar", "ageLimit"] as const;

/** Reason of a form that somebody else overtook. */
export const changedMeanwhile = "changed_meanwhile";
