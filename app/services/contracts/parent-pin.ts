import { z } from "zod";

/** A parent's PIN, beside the password, where a child reads in the parents' browser. Decision 90. */

/** Reason for a PIN of another form. */
export const parentPinFormat = "4 to 6 digits";
export const wrongParentPin = "Wrong PIN";

/** Wrong PINs after which only the password helps. */
export const mostWrongPins = 5;

export const parentPinField = z
  .string({ error: parentPinFormat })
  .trim()
  .regex(/^\d{4,6}$/, parentPinFormat);
