import { z } from "zod";
import { formMessages } from "./form-messages";
import { optionalField, textField } from "./person-fields";

/** Values of the payment service's contracts. */

/** An id of the provider: `price_…`, `sub_…`, `pm_…`. */
export const providerIdField = z
  .string({ error: formMessages.required })
  .regex(/^[A-Za-z0-9_-]{1,120}$/, formMessages.incorrectFormat);
export const couponIdField = optionalField(textField(100)).optional();
export const momentField = z.string();
/** In minor units. */
export const amountField = z.number().int();
export const currencyField = z.enum(["EUR", "NOK", "SEK", "GBP", "USD"]);

export const paymentIntentSchema = z.object({
  id: z.string(),
  /** Confirms this payment in the browser, which never stores it. */
  client_secret: z.string(),
  /** As the provider names it: requires_payment_method, requires_action, processing, succeeded, … */
  status: z.string(),
});
export type PaymentIntent = z.output<typeof paymentIntentSchema>;

export const dataListOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item) });

/** What a coupon takes off. */
export const couponTermsSchema = z.object({
  percentOff: z.number().nullable(),
  amountOff: amountField.nullable(),
  currency: currencyField.nullable(),
  /** `once`, `repeating` for some months, `forever`. */
  duration: z.string(),
  months: z.number().int().nullable(),
});
