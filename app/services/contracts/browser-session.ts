import { z } from "zod";
import { formMessages } from "./form-messages";

/**
 * Names the browser session that registered and ordered, for calls before the first log-in: at least 192 random bits, created and
 * stored on the server. Whoever sends it needs no token for their own order.
 */
export const browserSessionHeader = "x-browser-session";
export const browserSessionHeaders = z.object({
  [browserSessionHeader]: z
    .string()
    .regex(/^[\w-]{32,100}$/, formMessages.incorrectFormat)
    .optional(),
});
