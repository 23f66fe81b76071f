import { z } from "zod";
import { RosterSourceError } from "~/services/.server/sync/roster/roster";
import type { FetchLimits, SourceCredentials } from "~/services/.server/sync/roster/source-options";
import type { SourceRequest, SourceResponse } from "./send";
import { sourceAddress } from "./source-address";

/** The bearer token for a source. */
export type AccessToken = {
  /** @param isRefused the source rejected the last token, so a new one is fetched */
  get(isRefused?: boolean): Promise<string>;
  /** Whether a new token can be fetched after a rejection. */
  canRenew: boolean;
};

const tokenSchema = z.object({
  access_token: z.string().min(1),
  token_type: z.string().optional(),
  expires_in: z.coerce.number().optional(),
});

/** Milliseconds before its expiry at which a token is renewed. */
const renewalMargin = 30_000;

/**
 * OAuth 2 client credentials (RFC 6749, 4.4) with the client's id and secret in the Authorization header, or a fixed token.
 * @param send a function that retries
 * @throws RosterSourceError "bad_address" at once; "unauthorised" and others from `get`
 */
export function accessToken(
  credentials: SourceCredentials,
  {
    send,
    now,
    limits,
    scope,
  }: {
    send(url: URL, request: SourceRequest): Promise<SourceResponse>;
    now(): Date;
    limits: FetchLimits;
    /** The standard's default scope, if the settings contain none. */
    scope: string | null;
  },
): AccessToken {
  if (credentials.kind === "bearer") return { canRenew: false, get: async () => credentials.token };
  const url = sourceAddress(credentials.tokenUrl, limits);
  const requested = credentials.scope ?? scope;
  let token: { text: string; until: number } | null = null;

  async function fetchToken(): Promise<{ text: string; until: number }> {
    if (credentials.kind !== "client") throw new RosterSourceError("unauthorised", { host: url.host });
    const response = await send(url, {
      method: "POST",
      headers: {
        authorization: `Basic ${basic(credentials.clientId, credentials.clientSecret)}`,
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
      },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        ...(requested ? { scope: requested } : {}),
      }).toString(),
    });
    // RFC 6749, 5.2: a rejected client gets 400 or 401.
    if ([400, 401, 403].includes(response.status)) throw new RosterSourceError("unauthorised", { host: url.host });
    if (response.status !== 200) {
      throw new RosterSourceError("server_error", { host: url.host, path: url.pathname, status: response.status });
    }
    const parsed = tokenSchema.safeParse(jsonOrNull(response.bytes));
    if (!parsed.success) throw new RosterSourceError("malformed_answer", { host: url.host, path: url.pathname });
    const lifetime = (parsed.data.expires_in ?? 3600) * 1000;
    return { text: parsed.data.access_token, until: now().getTime() + lifetime };
  }

  return {
    canRenew: true,
    async get(isRefused = false) {
      if (isRefused || token === null || now().getTime() > token.until - renewalMargin) token = await fetchToken();
      return token.text;
    },
  };
}

/** RFC 6749, 2.3.1: id and secret are form-encoded before they are joined. */
function basic(id: string, secret: string): string {
  const encoded = (text: string) => encodeURIComponent(text).replaceAll("%20", "+");
  return Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString("base64");
}

function jsonOrNull(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
}
