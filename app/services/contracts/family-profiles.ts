import { z } from "zod";
import { optionalField, textField, wholeNumberField } from "./person-fields";

/** The children of a family that subscribes by itself. docs/product/choices.md#who-and-where. */

/** Children that one family may have. */
export const mostProfiles = 8;
/** Why one more is refused. */
export const profileLimitReason = `You can add up to ${mostProfiles} children`;

/** The drawings that a child may choose from, by the names of their files. */
export const profileAvatars = ["fox", "owl", "bear", "rabbit", "cat", "frog", "whale", "hedgehog"] as const;

/** The oldest age that a limit may name, in years; nothing is written for older readers. */
export const highestAgeLimit = 18;

/** What a family says of a child. */
export const profileValuesSchema = z.object({
  name: textField(40),
  avatar: z.enum(profileAvatars),
  /** Up to which age books are shown, in years; null for all. */
  ageLimit: optionalField(wholeNumberField(0, highestAgeLimit)),
});
export type ProfileValues = z.output<typeof profileValuesSchema>;

/** A child of a family. docs/product/choices.md#who-and-where. */
export const familyProfileSchema = z.object({
  id: z.string(),
  name: z.string(),
  avatar: z.string(),
  ageLimit: z.number().nullable(),
  version: z.number(),
});
export type FamilyProfile = z.output<typeof familyProfileSchema>;
