import { and, eq } from "drizzle-orm";
import type { Databases } from "~/db/.server/connect";
import { isRealm, type Realm, regionOf } from "~/realms/realm";
import type { RawContext, RawEndpoint } from "~/services/.server/dispatch/endpoint";
import { ServiceError } from "~/services/contracts/service-error";
import { chargeSavedCard } from "./charged-method";
import { findCustomer } from "./customers-store";
import type { PaymentParts } from "./deps";
import { attempt, failureOf } from "./provider-failure";
import { keyRequired } from "./stripe-accounts";
import type { ProviderEvent } from "./stripe-port";
import { events } from "./tables";

/**
 * Handles the provider's events, each once. An event only identifies an object; its current state is fetched from the provider.
 * Our own errors return 5xx, so that the event is sent again. docs/security.md, line 32.
 */

/** Maximum bytes of an event; the provider's are far smaller. */
const longestEvent = 1024 * 1024;

export function webhookEndpoint(parts: PaymentParts): RawEndpoint {
  return {
    method: "POST",
    path: "/webhooks/:realm",
    reason:
      "The provider signs the raw body of its events, which no parsed contract keeps. The signature with the realm's secret decides, within five minutes; nothing is read from the body before.",
    hasOwnRealm: true,
    async handle(request, context) {
      const realm = new URL(request.url).pathname.split("/").filter(Boolean).at(-1);
      if (!isRealm(realm)) throw new ServiceError(404, "not_found", "No such country");
      const event = await readEvent(parts, realm, request);
      await handleEvent(parts, realm, event, context);
      return Response.json({ received: true });
    },
  };
}

async function readEvent(
  { stripe, environment }: PaymentParts,
  realm: Realm,
  request: Request,
): Promise<ProviderEvent> {
  const secret = environment.webhookSecrets[realm] ?? environment.webhookSecret;
  if (!secret || !stripe.has(realm)) throw keyRequired();
  const signature = request.headers.get("stripe-signature");
  if (signature === null) throw invalidSignature();
  if (Number(request.headers.get("content-length") ?? 0) > longestEvent) throw tooLarge();
  const body = await request.text();
  if (body.length > longestEvent) throw tooLarge();
  return stripe
    .of(realm)
    .readEvent(body, signature, secret)
    .catch(() => {
      throw invalidSignature();
    });
}

/** @throws any error of the handling; the event is then not marked as handled */
export async function handleEvent(
  { databases, stripe, settlement }: Pick<PaymentParts, "databases" | "stripe" | "settlement">,
  realm: Realm,
  event: ProviderEvent,
  { requestId, ipAddress }: Pick<RawContext, "requestId" | "ipAddress">,
): Promise<void> {
  if (await isHandled(databases, realm, event.id)) return;
  const database = databases[regionOf(realm)];
  const stripeId = event.customerId ?? (await payerOf(stripe, realm, event));
  const customer = stripeId === null ? null : await findCustomer(database, realm, { stripeId });
  const { id, type, isSavedCard } = event;
  if (!customer) {
    // The event concerns no known customer, e.g. a changed price.
    await database.insert(events).values({ realm, id, type }).onConflictDoNothing();
    return;
  }
  try {
    if (isSavedCard && customer.stripeId !== null) await chargeSavedCard(stripe.of(realm), customer.stripeId);
    await settlement.settle(customer, { requestId, ipAddress, event: { id, type } });
  } catch (error) {
    throw failureOf("get_customer_failed", "The event could not be followed up", error);
  }
}

/** The customer of an event that names only a payment: the provider's disputes have no customer. */
async function payerOf(
  stripe: PaymentParts["stripe"],
  realm: Realm,
  { chargeId }: ProviderEvent,
): Promise<string | null> {
  if (chargeId === null) return null;
  return attempt("get_customer_failed", "The event could not be followed up", () =>
    stripe.of(realm).findChargedCustomer(chargeId),
  );
}

async function isHandled(databases: Databases, realm: Realm, id: string): Promise<boolean> {
  const rows = await databases[regionOf(realm)]
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.realm, realm), eq(events.id, id)));
  return rows.length > 0;
}

function invalidSignature(): ServiceError {
  return new ServiceError(400, "invalid_signature", "The signature does not hold");
}

function tooLarge(): ServiceError {
  return new ServiceError(413, "too_large", "The body is too large");
}
