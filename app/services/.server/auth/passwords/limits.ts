import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Databases } from "~/db/.server/connect";
import { type Realm, type Region, regionOf } from "~/realms/realm";
import { tokenDigest } from "~/security/secret-box.server";
import { ServiceError } from "~/services/contracts/service-error";

/**
 * Limits on failed attempts. Three counters: account from one address, account from anywhere, address. The first alone applies to
 * accounts that have signed in from the address before; accounts that have signed in with the browser before have a counter of
 * their own instead. So neither a stranger nor a pupil with a script can lock out a person or a school's network.
 * docs/security.md, line 29.
 */
export const guessLimits = {
  pair: { points: 10, seconds: 15 * 60 },
  account: { points: 50, seconds: 60 * 60 },
  address: { points: 200, seconds: 15 * 60 },
} as const;

/** Library cards: a PIN of four digits must outlast a year of guessing from many addresses. */
export const cardLimits = {
  pair: { points: 5, seconds: 15 * 60 },
  account: { points: 15, seconds: 24 * 60 * 60 },
  address: guessLimits.address,
} as const;

/** Picture codes: 1,048,576 of them must outlast years of guessing, also from where the pupil is known. Decision 54. */
export const pictureLimits = {
  pair: { points: 10, seconds: 15 * 60 },
  account: { points: 20, seconds: 24 * 60 * 60 },
  address: guessLimits.address,
} as const;

/** Limits on text messages, which cost money and disturb people. */
export const smsLimits = {
  number: { points: 5, seconds: 60 * 60 },
  address: { points: 60, seconds: 60 * 60 },
} as const;

/** Requests that open nothing, which an address may send in a minute to the token endpoint, or come back with from a provider. */
export const tokenLimit = { points: 600, seconds: 60 };

/** Sign-ups from one address in an hour: a household's and, behind one address, a school's evening with parents. */
export const signUpLimit = { points: 60, seconds: 60 * 60 };

/**
 * Limits on mails for a forgotten password: few per person, counted so that a stranger at another address cannot use up a person's own.
 */
export const passwordResetLimits = {
  pair: { points: 5, seconds: 60 * 60 },
  account: { points: 20, seconds: 60 * 60 },
  address: { points: 60, seconds: 60 * 60 },
} as const;

/** Badges that open nothing, from one address in a minute. */
export const badgeLimit = { points: 60, seconds: 60 };

/** Codes of groups that one pupil tries, right ones too; a class behind one address joins at once. */
export const groupCodeLimit = { points: 10, seconds: 15 * 60 };

export type GuessLimits = Record<keyof typeof guessLimits, { points: number; seconds: number }>;

export type Guess = {
  realm: Realm;
  account: string;
  ipAddress: string | null;
  isKnownHere: boolean;
  /** The browser, where this person has signed in before; see `KnownDevices`. */
  device?: string | null;
  /** Default `guessLimits`. */
  limits?: GuessLimits;
};

export type Limits = {
  /** Counts a guess before it is checked, so that many at once gain nothing. @throws ServiceError 429 with Retry-After */
  countGuess(guess: Guess): Promise<void>;
  /** A right guess takes its points back. */
  forgiveGuess(guess: Guess): Promise<void>;
  /** @throws ServiceError 429 with Retry-After */
  count(realm: Realm, what: string, key: string, limit: { points: number; seconds: number }): Promise<void>;
};

export function createLimits(databases: Databases): Limits {
  const limiters = new Map<string, RateLimiterPostgres>();

  return {
    async countGuess(guess) {
      for (const { what, key, limit } of counters(guess)) await count(guess.realm, what, key, limit);
    },

    async forgiveGuess(guess) {
      await Promise.all(
        counters(guess).map(({ what, key, limit }) => {
          const limiter = limiterOf(regionOf(guess.realm), what, limit);
          const isTheirs = what === "pair" || what === "device";
          return isTheirs ? limiter.delete(keyOf(guess.realm, key)) : limiter.reward(keyOf(guess.realm, key), 1);
        }),
      );
    },

    count,
  };

  async function count(
    realm: Realm,
    what: string,
    key: string,
    limit: { points: number; seconds: number },
  ): Promise<void> {
    try {
      await limiterOf(regionOf(realm), what, limit).consume(keyOf(realm, key), 1);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw new ServiceError(429, "too_many_attempts", "Too many attempts; try again later", undefined, {
        "retry-after": String(seconds),
      });
    }
  }

  function limiterOf(region: Region, what: string, limit: { points: number; seconds: number }): RateLimiterPostgres {
    const name = `${region}:${what}:${limit.points}:${limit.seconds}`;
    const known = limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      storeClient: databases[region].$client,
      storeType: "pool",
      schemaName: "auth",
      tableName: "rate_limits",
      tableCreated: true,
      keyPrefix: what,
      points: limit.points,
      duration: limit.seconds,
    });
    limiters.set(name, limiter);
    return limiter;
  }
}

/** Counts a request for a new password, whether or not there is such an account. @throws ServiceError 429 with Retry-After */
export async function countPasswordReset(
  { count }: Pick<Limits, "count">,
  { realm, ipAddress }: { realm: Realm; ipAddress: string | null },
  username: string,
): Promise<void> {
  const [name, address] = [username.toLowerCase(), ipAddress ?? "nowhere"];
  await count(realm, "reset-address", address, passwordResetLimits.address);
  await count(realm, "reset-pair", `${address} ${name}`, passwordResetLimits.pair);
  await count(realm, "reset-account", name, passwordResetLimits.account);
}

function counters({ account, ipAddress, isKnownHere, device, limits = guessLimits }: Guess) {
  const name = account.toLowerCase();
  if (device) return [{ what: "device", key: `${device} ${name}`, limit: limits.pair }];
  const address = ipAddress ?? "nowhere";
  const pair = { what: "pair", key: `${address} ${name}`, limit: limits.pair };
  if (isKnownHere) return [pair];
  return [
    pair,
    { what: "account", key: name, limit: limits.account },
    { what: "address", key: address, limit: limits.address },
  ];
}

/** A digest: no username lies in a table of counters, and whatever is typed fits the column. */
function keyOf(realm: Realm, text: string): string {
  return tokenDigest(`${realm} ${text}`);
}
