import { z } from "zod";
import { readBadge } from "~/services/contracts/badge";
import { formMessages } from "~/services/contracts/form-messages";
import { readCardNumber, readCardPin } from "~/services/contracts/library-card";

/** The other ways in: what their forms take, and what of it goes to the sign-in service. */

export type Way<Values> = {
  schema: z.ZodType<Values>;
  /** What goes to the sign-in service. */
  form(values: Values): Record<string, string>;
  amrHint: string;
  /** Fields whose values go back into the page when something is wrong: no secrets. */
  kept: readonly string[];
};

const carriedOn = {
  redirect: z.string().max(2000).optional(),
  /** A question that came by the authorize address. */
  authorize: z.string().max(4000).optional(),
};

const mandatory = z.string({ error: formMessages.mandatory }).trim().min(1, formMessages.mandatory);

const badgeSchema = z.object({
  badge: mandatory
    .max(500, formMessages.tooManyCharacters)
    .refine((text) => readBadge(text) !== null, formMessages.incorrectFormat),
  ...carriedOn,
});

const cardSchema = z.object({
  card: mandatory
    .max(60, formMessages.tooManyCharacters)
    .refine((text) => readCardNumber(text) !== null, formMessages.incorrectFormat),
  pin: mandatory
    .max(20, formMessages.tooManyCharacters)
    .refine((text) => readCardPin(text) !== null, formMessages.incorrectFormat),
  ...carriedOn,
});

export const badgeWay: Way<z.output<typeof badgeSchema>> = {
  schema: badgeSchema,
  form: ({ badge }) => ({ badge }),
  amrHint: "qr",
  kept: [],
};

export const cardWay: Way<z.output<typeof cardSchema>> = {
  schema: cardSchema,
  form: ({ card, pin }) => ({ card, pin }),
  amrHint: "ak-bibliotheken",
  kept: ["card"],
};
