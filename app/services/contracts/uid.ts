import { z } from "zod";
import { formMessages } from "./form-messages";

/** The id of a person, group, organisation or session in a path, query or body: a UUID (RFC 9562), case-insensitive. */
export const uidSchema = z.uuid(formMessages.incorrectFormat);

/** Whether a value can be used as uid in a query: PostgreSQL raises an error for text that is not a UUID. */
export function isUid(value: unknown): value is string {
  return uidSchema.safeParse(value).success;
}
