import { z } from "zod";
import { optionalField, textField, wholeNumberField } from "./person-fields";

/** The children of a family with its own subscription. docs/product/choices.md#who-and-where. */

/** Maximum number of children per family. */
export const maxProfiles = 8;
/** Error message above `maxProfiles`. */
export const profileLimitReason = `You can add up to ${maxProfiles} children`;

/** Avatars that a child may choose, by file name. */
export const profileAvatars = ["fox", "owl", "bear", "rabbit", "cat", "frog", "whale", "hedgehog"] as const;

/** Maximum age limit in years; no books target older readers. */
export const highestAgeLimit = 18;

export const wordChoices = ["on", "off"] as const;

/** Editable fields of a child. */
export const profileValuesSchema = z.object({
  name: textField(40),
  avatar: z.enum(profileAvatars),
  /** Maximum age of the books shown, in years; null for all. */
  ageLimit: optionalField(wholeNumberField(0, highestAgeLimit)),
  /** Whether words are explained in books, and may be saved; "on" for a new child, unchanged without it. */
  words: z.enum(wordChoices).optional(),
});
export type ProfileValues = z.output<typeof profileValuesSchema>;

/** A child of a family. docs/product/choices.md#who-and-where. */
export const familyProfileSchema = z.object({
  id: z.string(),
  name: z.string(),
  avatar: z.string(),
  ageLimit: z.number().nullable(),
  words: z.enum(wordChoices),
  version: z.number(),
});
export type FamilyProfile = z.output<typeof familyProfileSchema>;
