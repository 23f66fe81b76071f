import type { z } from "zod";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";

/** The message for a value whose schema has none of its own: zod's texts are never sent. */
export function inputMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== "unrecognized_keys") return formMessages.required;
  const isText = typeof issue.input === "string";
  if (issue.code === "too_big" && isText) return fillMessage("maximum", { max: String(issue.maximum) });
  if (issue.code === "too_small" && isText) return fillMessage("atLeast", { min: String(issue.minimum) });
  if (issue.code === "invalid_type" && ["number", "int"].includes(issue.expected)) return formMessages.number;
  return formMessages.incorrectFormat;
}
