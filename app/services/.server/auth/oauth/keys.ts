import { asc, gt, sql } from "drizzle-orm";
import { exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { createCache } from "~/caching/create-cache";
import type { Databases } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { type Realm, type Region, regionOf } from "~/realms/realm";
import { randomToken, type SecretBox } from "~/security/secret-box.server";
import { signingKeys } from "~/services/.server/auth/tables";
import { algorithm } from "~/services/.server/dispatch/caller";

/**
 * Signing keys of a region. A key signs for 30 days. The next key is published a day before it signs and the last one verifies for a day
 * after it stopped signing, so that clients can cache the JWKS for hours without meeting an unknown key.
 */

const day = 24 * 60 * 60 * 1000;
const signingTime = 30 * day;
const overlap = day;
/** Milliseconds for which a process caches the table. */
const cacheDuration = 60_000;
/** Minimum milliseconds between two reloads for an unknown kid. */
const unknownKidPause = 5000;

type Key = {
  kid: string;
  publicJwk: JWK;
  publicKey: CryptoKey;
  privateJwk: Buffer;
  signsFrom: number;
  signsUntil: number;
};
type Loaded = { keys: Key[]; at: number };

export type OauthKeys = {
  signingKey(region: Region): Promise<{ kid: string; key: CryptoKey }>;
  publicKey(realm: Realm, kid: string): Promise<CryptoKey | null>;
  /** The region's public keys as a JWKS, including the next one. */
  publicJwks(region: Region): Promise<{ keys: JWK[] }>;
};

export function createKeys(databases: Databases, box: SecretBox, now: () => number = Date.now): OauthKeys {
  const copies = new Map<Region, Promise<Loaded>>();
  const privateKeys = createCache<CryptoKey>({ name: "private-signing-keys", limit: 10 });

  return {
    async signingKey(region) {
      const { keys } = await load(region, cacheDuration);
      const key = keys.filter((each) => each.signsFrom <= now() && now() < each.signsUntil).at(-1);
      if (!key) throw new Error(`No signing key in region ${region}`);
      return { kid: key.kid, key: privateKeys.get(key.kid) ?? (await openPrivateKey(key)) };
    },

    async publicKey(realm, kid) {
      const find = (loaded: Loaded) => loaded.keys.find((key) => key.kid === kid)?.publicKey;
      const region = regionOf(realm);
      return find(await load(region, cacheDuration)) ?? find(await load(region, unknownKidPause)) ?? null;
    },

    async publicJwks(region) {
      const { keys } = await load(region, cacheDuration);
      return { keys: keys.map((key) => key.publicJwk) };
    },
  };

  function load(region: Region, maxAge: number): Promise<Loaded> {
    const known = copies.get(region);
    const fresh = (async () => {
      const loaded = await known?.catch(() => undefined);
      return loaded && now() - loaded.at < maxAge ? loaded : read(region);
    })();
    copies.set(region, fresh);
    return fresh;
  }

  /** Reads the valid keys and creates the missing one; an advisory lock lets only one process do so. */
  async function read(region: Region): Promise<Loaded> {
    let keys = await stored(region);
    const needed = missingKey(keys);
    if (needed !== null) {
      await inTransaction(databases[region], async (transaction) => {
        await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('auth.signing_keys'))`);
        const from = missingKey(await stored(region, transaction));
        if (from !== null) await transaction.insert(signingKeys).values(await newKey(from));
      });
      keys = await stored(region);
    }
    return { keys, at: now() };
  }

  async function stored(
    region: Region,
    database: Pick<Databases[Region], "select"> = databases[region],
  ): Promise<Key[]> {
    const rows = await database
      .select()
      .from(signingKeys)
      .where(gt(signingKeys.verifiesUntil, new Date(now())))
      .orderBy(asc(signingKeys.signsFrom));
    return Promise.all(
      rows.map(async (row) => ({
        kid: row.kid,
        publicJwk: row.publicJwk,
        publicKey: (await importJWK(row.publicJwk, algorithm)) as CryptoKey,
        privateJwk: row.privateJwk,
        signsFrom: row.signsFrom.getTime(),
        signsUntil: row.signsUntil.getTime(),
      })),
    );
  }

  /** When the missing key starts to sign; null if none is missing. */
  function missingKey(keys: Key[]): number | null {
    const last = keys.at(-1)?.signsUntil ?? 0;
    if (last <= now()) return now();
    return last - now() < overlap ? last : null;
  }

  async function newKey(signsFrom: number): Promise<typeof signingKeys.$inferInsert> {
    const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
    const kid = randomToken(12);
    return {
      kid,
      publicJwk: { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: "sig" },
      privateJwk: box.seal(JSON.stringify(await exportJWK(privateKey))),
      signsFrom: new Date(signsFrom),
      signsUntil: new Date(signsFrom + signingTime),
      verifiesUntil: new Date(signsFrom + signingTime + overlap),
    };
  }

  async function openPrivateKey(key: Key): Promise<CryptoKey> {
    const plain = box.open(key.privateJwk);
    if (!plain) throw new Error("SESSION_SECRET does not open the signing key; it must not change under a database");
    const privateKey = (await importJWK(JSON.parse(plain), algorithm)) as CryptoKey;
    privateKeys.set(key.kid, privateKey);
    return privateKey;
  }
}
