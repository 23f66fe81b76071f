import type { Databases } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { Caller } from "~/services/.server/directory/caller";
import type { CredentialService } from "~/services/.server/directory/identity";
import type { DueMails } from "~/services/.server/mail/due-mails";
import type { FamilyPlans } from "./plans";
import type { Settlement } from "./settlement";
import type { StripePorts } from "./stripe-port";
import type { TaxRates } from "./tax-rates";

/** Keys and addresses of the payment provider, from the environment. */
export type StripeEnvironment = {
  secretKeys: Partial<Record<Realm, string>>;
  publishableKeys: Partial<Record<Realm, string>>;
  webhookSecrets: Partial<Record<Realm, string>>;
  webhookSecret: string | null;
  apiBase: string | null;
  jsUrl: string | null;
};

/** Dependency on the account service: the family that a browser session registered. */
export type Registrations = {
  /** The uid; null if there is none. */
  findRegistered(realm: Realm, browserSession: string): Promise<string | null>;
};

/** Dependency on the auth service: limits on guessed coupons. */
export type CouponGuesses = {
  /** Counts a coupon before it is checked, so that parallel attempts gain nothing. @throws ServiceError 429 with Retry-After */
  count(guess: CouponGuess): Promise<void>;
  /** After a coupon that was right, or could not be checked. */
  refund(guess: CouponGuess): Promise<void>;
};
/** Dependency on the auth service: limits on statements about contracts, by address and by order. */
export type StatementLimits = {
  /** @throws ServiceError 429 with Retry-After */
  count(stated: { realm: Realm; orderNumber: string; ipAddress: string | null }): Promise<void>;
};

/** Dependency on the auth service: fresh proof of identity before a super user moves money. docs/security.md, line 18. */
export type SuperUserProofs = Pick<CredentialService, "requireFreshProof"> & {
  /** A second factor verified within five minutes, of callers who have one. @throws ServiceError 403 secure_login_needed */
  requireFactor(caller: Caller): Promise<void>;
};

export type CouponGuess = { realm: Realm; uid: string; ipAddress: string | null };

export type PaymentParts = {
  databases: Databases;
  stripe: StripePorts;
  plans: FamilyPlans;
  taxRates: TaxRates;
  environment: StripeEnvironment;
  registrations: Registrations;
  couponGuesses: CouponGuesses;
  statementLimits: StatementLimits;
  proofs: SuperUserProofs;
  settlement: Settlement;
  mails: Pick<DueMails, "sendTo">;
  /** HMAC key for digests of addresses that had a trial. */
  addressKey: Buffer;
};
