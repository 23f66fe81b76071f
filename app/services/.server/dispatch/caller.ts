import type { SQL } from "drizzle-orm";
import { decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { z } from "zod";
import { createCache } from "~/caching/create-cache";
import { isRealm, type Realm, regionOf } from "~/realms/realm";
import type { ServedHosts } from "~/realms/served-hosts";
import type { Caller } from "~/services/.server/directory/caller";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import { superUserScope } from "~/services/.server/directory/rules";
import { joinedDeviceClient } from "~/services/contracts/device-link";
import { ServiceError, unauthorized } from "~/services/contracts/service-error";

/** Resolves an access token to its user: the only place where services authenticate callers. docs/security.md, lines 9, 15, 21. */

/** Audience of our web app's tokens, and its id as an OAuth client. docs/product/choices.md#wire. */
export const audience = "fabel-web";

/** Audiences of the access tokens that we issue. */
export const audiences = [audience, joinedDeviceClient];

/** The only accepted algorithm; a token whose header names another is rejected before its signature is checked. */
export const algorithm = "ES256";

/** The `amr` value of a sign-in by QR badge. docs/product/shell.md#entities. */
export const badgeAmr = "qr";

/** The `amr` value of a sign-in by picture code. */
export const pictureMethod = "pictures";

/** 401 for a valid badge, or a session started with one, when the pupil's school has disabled badges. */
export function badgesDisabled(): ServiceError {
  return new ServiceError(401, "badges_off", "The school has turned off badge login");
}

/** 401 for the token of a disabled account. It needs the account's own signed token, so nobody else can learn of the status. */
function accountDisabled(): ServiceError {
  return new ServiceError(401, "account_off", "The account has been deactivated");
}

export function issuerOf(origin: string): string {
  return `${origin}/services/auth`;
}

/** Auth's public keys, and the check that a session has not ended. */
type TokenSource = {
  publicKey(realm: Realm, kid: string): Promise<CryptoKey | null>;
  /**
   * SQL condition with the placeholders `realm`, `uid` and `sessionId`. It is evaluated at every call, so that a session ended by
   * any process is rejected at once.
   */
  isSessionAlive: SQL;
};

export type CallOrigin = {
  realm: Realm;
  origin: string;
  requestId: string;
  ipAddress: string | null;
};

export type CallerResolver = {
  visitor(from: CallOrigin): Caller;
  /** @throws ServiceError 401 for every invalid token; only disabled badges and disabled accounts have codes of their own */
  user(token: string, from: CallOrigin): Promise<Caller>;
};

const claimsSchema = z.object({
  iss: z.string(),
  aud: z.string(),
  sub: z.string(),
  realm: z.string(),
  sid: z.string(),
  scope: z.string(),
  acr: z.string().optional(),
  auth_time: z.number(),
  exp: z.number(),
  amr: z.array(z.string()),
  act: z.object({ sub: z.string() }).optional(),
  /** The child whose joined device has the token. */
  profile_id: z.string().optional(),
});
type Claims = z.output<typeof claimsSchema>;

export function createCallerResolver(deps: {
  tokens: TokenSource;
  identity: IdentityDirectory;
  hosts: ServedHosts;
}): CallerResolver {
  // A page makes several calls with one token: its signature is verified once; expiry, session and person are checked at every call.
  const verified = createCache<Claims>({ name: "verified-access-tokens", limit: 5000 });
  const findBySession = deps.identity.findByUidWith("session", deps.tokens.isSessionAlive);

  return {
    visitor: (from) => ({ ...from, region: regionOf(from.realm), user: null }),

    async user(token, from) {
      const claims = verified.get(token) ?? (await verify(token, from.realm));
      const origin = originOfIssuer(claims.iss);
      if (claims.realm !== from.realm || !isRealm(claims.realm)) throw unauthorized();
      if (origin === null || deps.hosts.realmOf(origin) !== claims.realm) throw unauthorized();
      if (claims.exp * 1000 <= Date.now()) throw unauthorized("The access token has expired");
      const { realm, act } = claims;
      const isByBadge = claims.amr.includes(badgeAmr);
      const isByPictures = claims.amr.includes(pictureMethod);
      const [session, actor, holders, pictureHolders] = await Promise.all([
        findBySession(realm, claims.sub, { sessionId: claims.sid }),
        act ? deps.identity.findByUid(realm, act.sub) : null,
        isByBadge ? deps.identity.badgeHolders(realm, [claims.sub]) : null,
        isByPictures ? deps.identity.pictureHolders(realm, [claims.sub]) : null,
      ]);
      if (!session) throw unauthorized();
      const { person, holds: isActive } = session;
      if (person.status !== "active") throw accountDisabled();
      if (!isActive) throw unauthorized();
      // Sessions started with a badge end when the pupil's school, perhaps a new one, does not allow badges.
      if (holders && !holders.has(claims.sub)) throw badgesDisabled();
      if (pictureHolders && !pictureHolders.has(claims.sub)) throw unauthorized();
      if (act && actor?.status !== "active") throw unauthorized();
      const { requestId, ipAddress } = from;
      return {
        realm,
        origin,
        requestId,
        ipAddress,
        region: regionOf(realm),
        user: {
          uid: person.uid,
          person,
          acr: claims.acr ?? null,
          authTime: claims.auth_time,
          sessionId: claims.sid,
          actor: act?.sub ?? null,
          isReaderOnly: isByPictures,
          joinedProfileId: claims.profile_id ?? null,
          actorIsSuper: actor?.scopes.includes(superUserScope(realm)) ?? false,
        },
      };
    },
  };

  /** The key is looked up in the realm's own region, where the kid of another region's token is unknown. */
  async function verify(token: string, realm: Realm): Promise<Claims> {
    try {
      const { kid, alg } = decodeProtectedHeader(token);
      const key = alg === algorithm && kid ? await deps.tokens.publicKey(realm, kid) : null;
      if (!key) throw unauthorized();
      const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], audience: audiences, typ: "at+jwt" });
      const claims = claimsSchema.parse(payload);
      // A joined device's token names its child, and no other token does.
      if ((claims.aud === joinedDeviceClient) !== (claims.profile_id !== undefined)) throw unauthorized();
      verified.set(token, claims);
      return claims;
    } catch {
      throw unauthorized();
    }
  }
}

/** The realm that a token claims, not verified; null for what is no token of ours. */
export function realmOfToken(token: string): Realm | null {
  try {
    const { realm } = decodeJwt(token);
    return isRealm(realm) ? realm : null;
  } catch {
    return null;
  }
}

function originOfIssuer(issuer: string): string | null {
  if (!URL.canParse(issuer)) return null;
  const { origin } = new URL(issuer);
  return issuerOf(origin) === issuer ? origin : null;
}
