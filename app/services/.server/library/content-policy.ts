/** Parses signed policies (CloudFront's custom policy); pure, without keys. docs/product/reader.md#calls; docs/product/choices.md#wire. */

type ContentPolicy = {
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
    return { folder: new URL(resource.slice(0, -1), "http://content.invalid").pathname, expires };
  } catch {
    return null;
  }
}

/** Whether a policy opens a path at a given time. `path` is the URL's own, still encoded. */
export function opens(policy: ContentPolicy, path: string, nowSeconds: number): boolean {
  return policy.expires > nowSeconds && path.startsWith(policy.folder);
}
