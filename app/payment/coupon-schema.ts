import { z } from "zod";
import { formMessages } from "~/services/contracts/form-messages";

/** A coupon code as entered, at sign-up and on the subscription page. */
export const couponSchema = z.object({
  couponId: z
    .string({ error: formMessages.required })
    .trim()
    .min(1, formMessages.required)
    .max(100, formMessages.tooManyCharacters),
});
