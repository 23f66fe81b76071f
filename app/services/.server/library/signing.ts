import { createVerify, generateKeyPair, randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { getSignedUrl } from "@aws-sdk/cloudfront-signer";
import { createCache } from "~/caching/create-cache";
import { type ContentAddress, decodeUrlSafe, opens, readPolicy, type SignedPolicy } from "./content-policy";

/** RSA key pair in PEM; every signature carries the id, so old signatures stay valid when the key changes. */
export type SigningKey = { id: string; privateKey: string; publicKey: string };

/** Lifetime of a policy; the reader renews it on 403. */
export const policySeconds = 30 * 60;

export async function newSigningKey(): Promise<SigningKey> {
  const pair = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return { id: `K${randomUUID().replaceAll("-", "").toUpperCase().slice(0, 13)}`, ...pair };
}

/**
 * Signs a folder for `policySeconds`.
 * @param folderUrl with a slash at its end
 * @returns `Policy=…&Signature=…&Key-Pair-Id=…` (docs/product/choices.md#wire)
 */
export function signFolder(folderUrl: string, key: SigningKey, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + policySeconds;
  const statement = { Resource: `${folderUrl}*`, Condition: { DateLessThan: { "AWS:EpochTime": expires } } };
  const signed = new URL(
    getSignedUrl({
      url: folderUrl,
      keyPairId: key.id,
      privateKey: key.privateKey,
      policy: JSON.stringify({ Statement: [statement] }),
    }),
  );
  const value = (name: string) => signed.searchParams.get(name) ?? "";
  return `Policy=${value("Policy")}&Signature=${value("Signature")}&Key-Pair-Id=${value("Key-Pair-Id")}`;
}

/** Milliseconds for which a signature is reused. */
const reusedFor = 60_000;

/**
 * Like `signFolder`, but reuses a signature for a minute: a class opens the same book at once, and signing blocks the event loop.
 * The caller's right must be checked before, each time.
 * @param now milliseconds since 1970
 */
export function cachedSigner(now: () => number = Date.now): (folderUrl: string, key: SigningKey) => string {
  const policies = createCache<string>({ name: "signed-policies", limit: 5000, ttl: reusedFor, now });
  return (folderUrl, key) =>
    policies.getOrMake(`${key.id} ${folderUrl}`, () => signFolder(folderUrl, key, new Date(now())));
}

/** Whether a signed policy has a valid signature, has not expired, and covers this address. */
export function isPolicyValidFor(signed: SignedPolicy, publicKey: string, address: ContentAddress, now: Date): boolean {
  const document = decodeUrlSafe(signed.policy);
  const signature = decodeUrlSafe(signed.signature);
  if (!document || !signature) return false;
  if (!createVerify("RSA-SHA1").update(document).verify(publicKey, signature)) return false;
  const policy = readPolicy(new TextDecoder().decode(document));
  return policy !== null && opens(policy, address, Math.floor(now.getTime() / 1000));
}
