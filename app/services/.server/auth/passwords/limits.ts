import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Databases } from "~/db/.server/connect";
import { type Realm, type Region, regionOf } from "~/realms/realm";
import { tokenDigest } from "~/security/secret-box.server";
import { ServiceError } from "~/services/contracts/service-error";
import { takeTurn } from "./guess-turns";

/**
 * Limits on failed attempts, with three counters: account from one IP address, account from all addresses, address. Only the first applies
 * to accounts that have logged in from the address before; accounts that have logged in with the browser before have a separate counter
 * instead. Above the second, attempts are made in turns, at most `turnSeconds` apart, until nobody has had a turn for `seconds`. So neither
 * an attacker nor a pupil with a script can lock out a person or a school's network. docs/security.md, line 29; decision 9.
 */
export const guessLimits = {
  pair: { points: 10, seconds: 15 * 60 },
  account: { points: 50, seconds: 60 * 60, turnSeconds: 20, lastingTurnSeconds: 60 },
  address: { points: 200, seconds: 15 * 60 },
} as const;

/** Library cards: a PIN of four digits must withstand months of guessing from many IP addresses, so a day of turns has 15. */
export const cardLimits = {
  pair: { points: 5, seconds: 15 * 60 },
  account: { points: 15, seconds: 24 * 60 * 60, turnSeconds: 96 * 60 },
  address: guessLimits.address,
} as const;

/**
 * Picture codes: 1,048,576 combinations must withstand years of guessing, even from a known address or browser, so a day of turns has 20.
 * Decision 54.
 */
export const pictureLimits = {
  pair: { points: 10, seconds: 15 * 60 },
  account: { points: 20, seconds: 24 * 60 * 60, turnSeconds: 72 * 60 },
  address: guessLimits.address,
} as const;

/** Limits on text messages, which cost money and can be used to harass people. */
export const smsLimits = {
  number: { points: 5, seconds: 60 * 60 },
  address: { points: 60, seconds: 60 * 60 },
} as const;

/** Failed requests per minute and IP address, to the token endpoint and in redirects from providers. */
export const tokenLimit = { points: 600, seconds: 60 };

/** Sign-ups per hour and IP address: enough for a household, or for a parents' evening at a school. */
export const signUpLimit = { points: 60, seconds: 60 * 60 };

/**
 * Limits on password reset e-mails. The pair counter is per IP address, so that an attacker elsewhere cannot use up a person's own
 * requests; above the account's, mails are requested in turns like guesses.
 */
export const passwordResetLimits = {
  pair: { points: 5, seconds: 60 * 60 },
  account: { points: 20, seconds: 60 * 60, turnSeconds: 3 * 60 },
  address: { points: 60, seconds: 60 * 60 },
} as const;

/** Invalid badges per minute and IP address. */
export const badgeLimit = { points: 60, seconds: 60 };

/** Invalid links for joining a device, per minute and IP address. */
export const deviceLinkGuessLimit = { points: 60, seconds: 60 };

/** Links for joining a device that one family can make in an hour. */
export const deviceLinkLimit = { points: 30, seconds: 60 * 60 };

/** Group codes that one pupil can try, valid ones included. Counted per pupil, since a whole class joins from one IP address. */
export const groupCodeLimit = { points: 10, seconds: 15 * 60 };

/** Wrong codes for reading together. Counted per pupil, since a whole class joins from one IP address. */
export const ledCodeLimit = { points: 10, seconds: 15 * 60 };

/**
 * Wrong coupons. A coupon is a short word, so a family may mistype one, and nobody may try words from many new accounts. Only orders with a
 * coupon are counted, so nobody is kept from buying without one.
 */
export const couponLimits = {
  account: { points: 10, seconds: 15 * 60 },
  address: { points: 60, seconds: 15 * 60 },
} as const;

/**
 * Statements about contracts of people who are not signed in: nobody may try numbers, and one order needs few of them. A family's home has one
 * address.
 */
export const statementLimits = {
  address: { points: 20, seconds: 15 * 60 },
  order: { points: 5, seconds: 60 * 60 },
} as const;

type Limit = { points: number; seconds: number };
/** Above `points` attempts are not refused for the rest of `seconds`, but made in turns, at most `turnSeconds` apart. */
type SlowedLimit = Limit & {
  turnSeconds: number;
  /** Once an attack has lasted for hours; default: `turnSeconds`. */
  lastingTurnSeconds?: number;
};
type Counter = { what: string; key: string; limit: Limit & Partial<SlowedLimit> };
type GuessLimits = { pair: Limit; account: SlowedLimit; address: Limit };

export type Guess = {
  realm: Realm;
  account: string;
  ipAddress: string | null;
  isKnownHere: boolean;
  /** The browser's id, if this user has logged in with it before; see `KnownDevices`. */
  device?: string | null;
  /** Default: `guessLimits`. */
  limits?: GuessLimits;
};

export type Limits = {
  /** Counts an attempt before it is checked, so that parallel attempts gain nothing. @throws ServiceError 429 with Retry-After */
  countGuess(guess: Guess): Promise<void>;
  /** After a successful attempt: clears the counter of the pair or device, and refunds the attempt on the others. */
  forgiveGuess(guess: Guess): Promise<void>;
  /** @throws ServiceError 429 with Retry-After */
  count(realm: Realm, what: string, key: string, limit: Limit): Promise<void>;
  /** Like `count`, but above the limit each IP address gets a turn. @throws ServiceError 429 with Retry-After, the wait for the turn */
  countInTurns(realm: Realm, what: string, key: string, limit: SlowedLimit, ipAddress: string | null): Promise<void>;
  /** Takes one `count` back: what was counted turned out to be right, or was not checked. */
  refund(realm: Realm, what: string, key: string, limit: Limit): Promise<void>;
};

export function createLimits(databases: Databases): Limits {
  const limiters = new Map<string, RateLimiterPostgres>();

  return {
    async countGuess(guess) {
      for (const { what, key, limit } of counters(guess)) {
        const { turnSeconds } = limit;
        await (turnSeconds === undefined
          ? count(guess.realm, what, key, limit)
          : countInTurns(guess.realm, what, key, { ...limit, turnSeconds }, guess.ipAddress));
      }
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
    countInTurns,

    async refund(realm, what, key, limit) {
      await limiterOf(regionOf(realm), what, limit).reward(keyOf(realm, key), 1);
    },
  };

  async function count(realm: Realm, what: string, key: string, limit: Limit): Promise<void> {
    const wait = await consume(realm, what, key, limit);
    if (wait > 0) throw tooManyAttempts(wait);
  }

  async function countInTurns(
    realm: Realm,
    what: string,
    key: string,
    limit: SlowedLimit,
    ipAddress: string | null,
  ): Promise<void> {
    if ((await consume(realm, what, key, limit)) === 0) return;
    const keys = {
      account: `${what}-turns:${keyOf(realm, key)}`,
      address: `${what}-turn:${keyOf(realm, `${ipAddress ?? "nowhere"} ${key}`)}`,
    };
    const rule = {
      longestWait: limit.turnSeconds * 1000,
      lastingWait: (limit.lastingTurnSeconds ?? limit.turnSeconds) * 1000,
      memory: limit.seconds * 1000,
    };
    const wait = await takeTurn(databases[regionOf(realm)], keys, rule);
    if (wait > 0) throw tooManyAttempts(wait);
    // Attempts stay slowed while they go on: otherwise the whole limit would be free again each time its period ends.
    await limiterOf(regionOf(realm), what, limit).set(keyOf(realm, key), limit.points + 1, limit.seconds);
  }

  /** @returns milliseconds until the counter is reset if it is above its limit, else 0 */
  async function consume(realm: Realm, what: string, key: string, limit: Limit): Promise<number> {
    try {
      await limiterOf(regionOf(realm), what, limit).consume(keyOf(realm, key), 1);
      return 0;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      return Math.max(1, error.msBeforeNext);
    }
  }

  function limiterOf(region: Region, what: string, limit: Limit): RateLimiterPostgres {
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

/** Counts a password reset request, whether or not the account exists. @throws ServiceError 429 with Retry-After */
export async function countPasswordReset(
  { count, countInTurns }: Pick<Limits, "count" | "countInTurns">,
  { realm, ipAddress }: { realm: Realm; ipAddress: string | null },
  username: string,
): Promise<void> {
  const [name, address] = [username.toLowerCase(), ipAddress ?? "nowhere"];
  await count(realm, "reset-address", address, passwordResetLimits.address);
  await count(realm, "reset-pair", `${address} ${name}`, passwordResetLimits.pair);
  await countInTurns(realm, "reset-account", name, passwordResetLimits.account, ipAddress);
}

function counters({ account, ipAddress, isKnownHere, device, limits = guessLimits }: Guess): Counter[] {
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

function tooManyAttempts(milliseconds: number): ServiceError {
  return new ServiceError(429, "too_many_attempts", "Too many attempts; try again later", undefined, {
    "retry-after": String(Math.ceil(milliseconds / 1000)),
  });
}

/** A digest, so that usernames are not stored in the counters table and any input fits the column. */
function keyOf(realm: Realm, text: string): string {
  return tokenDigest(`${realm} ${text}`);
}
