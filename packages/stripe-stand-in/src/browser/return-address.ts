type ReturningIntent = { id: string; object: string; status: string; client_secret: string | null };

/** The complete return address of a payment, with the parameters that the provider adds: intent, client secret and status. */
export function returnAddressOf(returnUrl: string, intent: ReturningIntent): string {
  const url = new URL(returnUrl);
  const name = intent.object === "setup_intent" ? "setup_intent" : "payment_intent";
  url.searchParams.set(name, intent.id);
  url.searchParams.set(`${name}_client_secret`, intent.client_secret ?? "");
  url.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "failed");
  return url.href;
}
