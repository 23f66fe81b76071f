/** Parses signed policies (CloudFront's custom policy); pure, without keys. docs/product/reader.md#calls; docs/product/choices.md#wire. */

type ContentPolicy = {
  /** Host, with its port if that is not the scheme's own: a country's, or that of all content. */
  host: string;
  /** Path of the folder that the policy opens, with a slash at its end. */
  folder: string;
  /** Seconds since the epoch. */
  expires: number;
};

/** The three policy values of a request, still encoded. */
export type SignedPolicy = { policy: string; signature: string; keyPairId: string };

/** Decodes base64 with CloudFront's replacements for characters that have a meaning in URLs. */
export function decodeUrlSafe(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9\-_~]*$/.test(text)) return null;
  const base64 = text.replace(/-/g, "+").replace(/_/g, "=").replace(/~/g, "/");
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

/** The three policy values of a query; null if any is missing. */
export function signedPolicyOf(query: URLSearchParams): SignedPolicy | null {
  const policy = query.get("Policy");
  const signature = query.get("Signature");
  const keyPairId = query.get("Key-Pair-Id");
  return policy && signature && keyPairId ? { policy, signature, keyPairId } : null;
}

/** Whether a query has any policy parameter; if so, the cookie is ignored. */
export function namesPolicy(query: URLSearchParams): boolean {
  return query.has("Policy") || query.has("Signature") || query.has("Key-Pair-Id");
}

/** Parses the policy document; null if it does not have the form that we create. */
export function readPolicy(text: string): ContentPolicy | null {
  try {
    const document = JSON.parse(text) as {
      Statement?: Array<{ Resource?: unknown; Condition?: { DateLessThan?: { "AWS:EpochTime"?: unknown } } }>;
    };
    const statement = document.Statement?.[0];
    const resource = statement?.Resource;
    const expires = statement?.Condition?.DateLessThan?.["AWS:EpochTime"];
    if (document.Statement?.length !== 1 || typeof resource !== "string" || typeof expires !== "number") return null;
    if (!resource.endsWith("/*")) return null;
    const { host, pathname: folder } = new URL(resource.slice(0, -1));
    return { host, folder, expires };
  } catch {
    return null;
  }
}

/** Address of a requested file. `path` is the URL's own, still encoded. */
export type ContentAddress = { host: string; path: string };

/**
 * Whether a policy opens an address at a given time. The host is part of it, because every country has its own host and its own rights to
 * the books, which may be the same files.
 */
export function opens(policy: ContentPolicy, { host, path }: ContentAddress, nowSeconds: number): boolean {
  return policy.expires > nowSeconds && host === policy.host && path.startsWith(policy.folder);
}
