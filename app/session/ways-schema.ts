import { z } from "zod";
import { readBadge } from "../services/contracts/badge";
import { formMessages } from "../services/contracts/form-messages";

/** What the forms of the other ways in take. */

const carriedOn = {
  redirect: z.string().max(2000).optional(),
  /** A question that came by the authorize address. */
  authorize: z.string().max(4000).optional(),
};

export const badgeSchema = z.object({
  badge: z
    .string({ error: formMessages.mandatory })
    .trim()
    .min(1, formMessages.mandatory)
    .max(500, formMessages.tooManyCharacters)
    .refine((text) => text === "" || readBadge(text) !== null, formMessages.incorrectFormat),
  ...carriedOn,
});
