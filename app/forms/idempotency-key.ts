import { isUid } from "~/services/contracts/uid";

/** Call options with the form's idempotency key, which prevents duplicates; empty if the field `key` is not a UUID. */
export function idempotencyKeyOf(formData: FormData): { idempotencyKey?: string } {
  const key = formData.get("key");
  return isUid(key) ? { idempotencyKey: key } : {};
}
