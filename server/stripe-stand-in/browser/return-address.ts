type ReturningIntent = { id: string; object: string; status: string; client_secret: string | null };

/** The whole address that a payment returns to, with what the provider adds to it: the intent, its secret, and how it went. */
export function returnAddressOf(returnUrl: string, intent: ReturningIntent): string {
  const url = new URL(returnUrl);
  const name = intent.object === "setup_intent" ? "setup_intent" : "payment_intent";
  url.searchParams.set(name, intent.id);
  url.searchParams.set(`${name}_client_secret`, intent.client_secret ?? "");
  url.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "failed");
  return url.href;
}
