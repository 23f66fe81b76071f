import type { Realm } from "~/realms/realm";
import { paymentErrors, paymentMessages } from "~/services/contracts/payment-errors";
import { ServiceError } from "~/services/contracts/service-error";
import type { StripeEnvironment } from "./deps";
import type { StripePort, StripePorts } from "./stripe-port";
import { createStripePort } from "./stripe-sdk";

/** Ports to the provider's accounts, one for each country with keys. docs/product/shell.md#validation. */
export function createStripeAccounts(environment: StripeEnvironment): StripePorts {
  const ports = new Map<Realm, StripePort>();
  const has = (realm: Realm) => Boolean(environment.secretKeys[realm] && environment.publishableKeys[realm]);
  return {
    has,
    of(realm) {
      const secretKey = environment.secretKeys[realm];
      if (!secretKey || !has(realm)) throw keyRequired();
      const known = ports.get(realm);
      if (known) return known;
      const port = createStripePort({ secretKey, apiBase: environment.apiBase });
      ports.set(realm, port);
      return port;
    },
  };
}

export function keyRequired(): ServiceError {
  return new ServiceError(503, paymentErrors.keyRequired, paymentMessages.keyRequired);
}
