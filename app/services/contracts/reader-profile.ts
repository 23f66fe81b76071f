import { z } from "zod";

/**
 * For which of a family's children a call is made. Calls of the library, the reading log and the activity stream carry the header; without
 * it the account's owner is meant. docs/product/choices.md#who-and-where.
 */
export const profileHeaderName = "x-profile-id";

/** Header of every call that reads or writes a reader's data: contracts name it as `headers: profileHeaders`. */
export const profileHeaders = z.object({ [profileHeaderName]: z.string().max(100).optional() });
