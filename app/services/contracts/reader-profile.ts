import { z } from "zod";

/**
 * Identifies the child of a family for whom a call is made, in calls of the library, reading log and activity stream; without it the call
 * is for the account owner. docs/product/choices.md#who-and-where.
 */
export const profileHeaderName = "x-profile-id";

/** Contracts that read or write a reader's data use this as `headers: profileHeaders`. */
export const profileHeaders = z.object({ [profileHeaderName]: z.string().max(100).optional() });
