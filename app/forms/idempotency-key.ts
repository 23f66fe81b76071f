import { isUid } from "~/services/contracts/uid";

/**
 * Call options with the form's idempotency key, which prevents duplicates; empty if the field `key` is not a UUID.
 * @param call tells apart the calls of one form, and of several forms with the same key
 */
export function idempotencyKeyOf(formData: FormData, call?: string): { idempotencyKey?: string } {
  const key = formData.get("key");
  if (!isUid(key)) return {};
  return { idempotencyKey: call === undefined ? key : `${key}-${call}` };
}
