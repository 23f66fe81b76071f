/**
 * The key that a form of something new carries, so that a second press makes nothing twice. One that no page of ours made is
 * none.
 */
export function keyOf(formData: FormData): { idempotencyKey?: string } {
  const key = formData.get("key");
  const isOurs = typeof key === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key);
  return isOurs ? { idempotencyKey: key } : {};
}
