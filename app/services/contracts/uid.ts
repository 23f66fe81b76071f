import { z } from "zod";
import { formMessages } from "./form-messages";

/** The id of a person, group, organisation or session in a path, a query or a body: a UUID (RFC 9562), in either case of letters. */
export const uidSchema = z.uuid(formMessages.incorrectFormat);

/** Whether a value can name a row: PostgreSQL raises an error for a text that is no UUID. */
export function isUid(value: unknown): value is string {
  return uidSchema.safeParse(value).success;
}
