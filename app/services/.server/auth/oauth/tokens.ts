import { decodeJwt, jwtVerify, SignJWT } from "jose";
import { type Realm, regionOf } from "~/realms/realm";
import { randomToken } from "~/security/secret-box.server";
import type { SessionRow } from "~/services/.server/auth/tables";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";
import { algorithm, audience, audiences, issuerOf } from "~/services/.server/dispatch/caller";
import type { OauthKeys } from "./keys";

/** Lifetime of an access token in seconds; longer than the 300 s margin of docs/product/shell.md#states. */
export const accessTokenLifetime = 15 * 60;

type TokenSubject = { person: IdentifiedPerson; session: SessionRow; actor: IdentifiedPerson | null };

export type Tokens = {
  accessToken(subject: TokenSubject, origin: string): Promise<string>;
  idToken(subject: TokenSubject, origin: string, nonce: string | null): Promise<string>;
  /** The session and user of one of our id tokens, expired or not; null for any other token. */
  readIdTokenHint(realm: Realm, token: string): Promise<{ sessionId: string; legacyId: string } | null>;
  /** The claims of a player link's id token; null if it is not of this origin, has expired, or has an actor. */
  readPlayerLink(realm: Realm, origin: string, token: string): Promise<PlayerLinkClaims | null>;
};

type PlayerLinkClaims = { jti: string; sessionId: string; legacyId: string; expiresAt: Date };

/** Seconds since the epoch. */
function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

/** Claims as in docs/product/shell.md#entities; docs/product/choices.md#wire defines which id is used where. */
export function createTokens(keys: OauthKeys): Tokens {
  return {
    accessToken: ({ person, session, actor }, origin) =>
      sign(session, "at+jwt", origin, {
        sub: person.uid,
        client_id: session.clientId,
        scope: [...session.scope.split(" "), ...person.scopes].join(" "),
        realm: session.realm,
        roles: person.roles.map((value) => ({ value })),
        subscriptions: person.subscriptions.map(({ type }) => ({ type })),
        ...(session.profileId ? { profile_id: session.profileId } : {}),
        ...(actor ? { act: { sub: actor.uid } } : {}),
      }),

    idToken: ({ person, session, actor }, origin, nonce) =>
      sign(session, "JWT", origin, {
        sub: String(person.legacyId),
        name: person.name,
        preferred_username: person.username,
        ...(nonce ? { nonce } : {}),
        ...(session.staysSignedIn || session.profileId ? { stays_until: secondsOf(session.expiresAt) } : {}),
        ...(actor ? { act: { sub: String(actor.legacyId), name: actor.name } } : {}),
      }),

    async readIdTokenHint(realm, token) {
      try {
        const payload = decodeJwt(token);
        const { protectedHeader } = await jwtVerify(
          token,
          keyOf(realm),
          // A hint may be expired: only its signature matters, since the session is looked up.
          { algorithms: [algorithm], audience: audiences, currentDate: new Date((payload.iat ?? 0) * 1000) },
        );
        const isHint =
          protectedHeader.typ === "JWT" && typeof payload.sid === "string" && typeof payload.sub === "string";
        return isHint ? { sessionId: payload.sid as string, legacyId: payload.sub as string } : null;
      } catch {
        return null;
      }
    },

    async readPlayerLink(realm, origin, token) {
      try {
        const { payload } = await jwtVerify(token, keyOf(realm), {
          algorithms: [algorithm],
          typ: "JWT",
          issuer: issuerOf(origin),
          audience,
          requiredClaims: ["exp", "jti", "sid", "sub"],
        });
        const { jti = "", sub = "", exp = 0, sid } = payload;
        if (payload.act !== undefined || typeof sid !== "string" || jti === "" || jti.length > 200) return null;
        return { jti, sessionId: sid, legacyId: sub, expiresAt: new Date(exp * 1000) };
      } catch {
        return null;
      }
    },
  };

  function keyOf(realm: Realm) {
    return async ({ kid }: { kid?: string }) => {
      const key = kid ? await keys.publicKey(realm, kid) : null;
      if (!key) throw new Error("unknown key");
      return key;
    };
  }

  async function sign(
    session: SessionRow,
    typ: string,
    origin: string,
    claims: Record<string, unknown>,
  ): Promise<string> {
    const { kid, key } = await keys.signingKey(regionOf(session.realm));
    const now = Math.floor(Date.now() / 1000);
    const sessionEnd = secondsOf(session.expiresAt);
    return new SignJWT({
      ...claims,
      sid: session.id,
      amr: session.amr,
      acr: session.acr,
      auth_time: secondsOf(session.authTime),
    })
      .setProtectedHeader({ alg: algorithm, kid, typ })
      .setIssuer(issuerOf(origin))
      .setAudience(session.clientId)
      .setIssuedAt(now)
      .setExpirationTime(Math.min(now + accessTokenLifetime, sessionEnd))
      .setJti(randomToken(12))
      .sign(key);
  }
}
