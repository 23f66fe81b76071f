import { createVerify, generateKeyPair, randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { getSignedUrl } from "@aws-sdk/cloudfront-signer";
import { decodeUrlSafe, opens, readPolicy, type SignedPolicy } from "./content-policy";

/** RSA key pair in PEM; the id travels with every signature, so keys can change while old signatures still hold. */
export type SigningKey = { id: string; privateKey: string; publicKey: string };

/** How long a policy opens a book; the reader renews it on 403. */
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
 * Signs a folder for a while.
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

/** Milliseconds for which a signature is given out again. */
const givenAgain = 60_000;

/**
 * Signs as `signFolder`, and gives out a signature again for a minute: a class opens the same book, and signing holds up everybody else.
 * Who may have it is asked before, each time.
 */
export function signedLately(): typeof signFolder {
  const kept = new Map<string, { at: number; policy: string }>();
  return (folderUrl, key, now) => {
    const name = `${key.id} ${folderUrl}`;
    for (const [oldest, { at }] of kept) {
      if (now.getTime() - at < givenAgain && now.getTime() >= at) break;
      kept.delete(oldest);
    }
    const found = kept.get(name);
    if (found) return found.policy;
    const policy = signFolder(folderUrl, key, now);
    kept.set(name, { at: now.getTime(), policy });
    return policy;
  };
}

/** Whether a signed policy is ours, in time, and for this path. */
export function admits(signed: SignedPolicy, publicKey: string, path: string, now: Date): boolean {
  const document = decodeUrlSafe(signed.policy);
  const signature = decodeUrlSafe(signed.signature);
  if (!document || !signature) return false;
  if (!createVerify("RSA-SHA1").update(document).verify(publicKey, signature)) return false;
  const policy = readPolicy(new TextDecoder().decode(document));
  return policy !== null && opens(policy, path, Math.floor(now.getTime() / 1000));
}
