import { z } from "zod";
import { formMessages } from "./form-messages";

/**
 * Identifies the browser session that registered and ordered, for calls before the first login: at least 192 random bits, created and
 * stored on the server. Calls with this header need no access token for their own order.
 */
export const browserSessionHeader = "x-browser-session";
export const browserSessionHeaders = z.object({
  [browserSessionHeader]: z
    .string()
    .regex(/^[\w-]{32,100}$/, formMessages.incorrectFormat)
    .optional(),
});
