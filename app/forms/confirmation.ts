import { z } from "zod";
import { formMessages } from "~/services/contracts/form-messages";

/** Form that deletes something: browsers require its checkbox, other senders may omit it. */
export const confirmationForm = z.object({ sure: z.literal("on", { error: formMessages.tickToConfirm }) });
