import { createHash, randomBytes } from "node:crypto";
import type { Databases } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { secretBox } from "~/security/secret-box.server";
import { type AuthService, createAuthService } from "~/services/.server/auth/auth-service";
import type { ExternalProviders } from "~/services/.server/auth/external/external-providers";
import type { CodeMessage } from "~/services/.server/auth/second-factors/sms-sender";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";
import { createIdempotency } from "~/services/.server/dispatch/idempotency";
import { type ClientInfo, mountServices, type ServicesApp } from "~/services/.server/dispatch/mount";
import { ServiceError } from "~/services/contracts/service-error";
import { sessionSecret, testHosts } from "./auth-secrets";
import { testDatabases } from "./database";
import { type IdentityDouble, identityDouble } from "./identity-double";

/** The sign-in service with its own test databases, called the way the web server calls it. */
export type AuthScene = {
  databases: Databases;
  identity: IdentityDouble;
  auth: AuthService;
  /** Errors that the service reported. */
  reported: ServiceError[];
  /** Text messages that were sent. */
  messages: CodeMessage[];
  serve: ServicesApp;
  /** Sends a request to a realm's host from a client address; unless said otherwise, after the response before it has arrived. */
  send(path: string, init?: SentRequest): Promise<Response>;
  authorize(options?: AuthorizeOptions): Promise<Response>;
  exchange(
    code: string,
    verifier: string,
    options?: Pick<SentRequest, "realm" | "arrivedAt" | "previousResponseAt"> & { extra?: Record<string, string> },
  ): Promise<Response>;
  refresh(refreshToken: string, realm?: Realm, headers?: Record<string, string>): Promise<Response>;
  signIn(username: string, password: string, realm?: Realm): Promise<TokenResponse>;
  /** Adds a user whose password is `scenePassword`. */
  newPerson(realm?: Realm, change?: Partial<IdentifiedPerson>): Promise<IdentifiedPerson>;
};

export const scenePassword = "ett langt losen 7";

type SentRequest = RequestInit & { realm?: Realm; ipAddress?: string } & Pick<
    ClientInfo,
    "arrivedAt" | "previousResponseAt"
  >;

export type AuthorizeOptions = {
  realm?: Realm;
  form?: Record<string, string>;
  query?: Record<string, string | null>;
  headers?: Record<string, string>;
  ipAddress?: string;
};

export type TokenResponse = {
  access_token: string;
  id_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
};

export function originOf(realm: Realm): string {
  return `http://${realm}.localhost:3000`;
}

/** A valid authorize request; `null` removes a parameter. */
export function authorizeQuery(realm: Realm = "se", change: Record<string, string | null> = {}): URLSearchParams {
  const query = new URLSearchParams({
    response_type: "code",
    scope: "openid profile",
    client_id: "fabel-web",
    redirect_uri: `${originOf(realm)}/login/callback`,
    code_challenge: fixedPkce.challenge,
    code_challenge_method: "S256",
    state: "some-state",
    nonce: "some-nonce",
  });
  for (const [name, value] of Object.entries(change)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return query;
}

export type Pkce = { verifier: string; challenge: string };

export function newPkce(): Pkce {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

export const fixedPkce = newPkce();

export async function authScene(providers: ExternalProviders = {}): Promise<AuthScene> {
  const databases = await testDatabases();
  const identity = identityDouble(databases);
  const messages: CodeMessage[] = [];
  const reported: ServiceError[] = [];
  const smsSender = { sendCode: async (message: CodeMessage) => void messages.push(message) };
  const auth = createAuthService({ databases, identity, hosts: testHosts, sessionSecret, smsSender, providers });
  const serve = mountServices([auth.service], {
    callers: auth.callers,
    idempotency: createIdempotency(databases, secretBox(sessionSecret, "idempotency")),
    hosts: testHosts,
    report: (error) => {
      if (!(error instanceof ServiceError)) throw error;
      reported.push(error);
    },
  });

  let lastPerson = 0;
  const scene: AuthScene = {
    databases,
    identity,
    auth,
    messages,
    reported,
    serve,
    send(path, { realm = "se", ipAddress = "192.0.2.1", arrivedAt, previousResponseAt = new Date(), ...init } = {}) {
      const client = { ipAddress, requestId: crypto.randomUUID(), previousResponseAt, ...(arrivedAt && { arrivedAt }) };
      return serve(new Request(`${originOf(realm)}${path}`, init), client);
    },
    authorize({ realm = "se", form = {}, query = {}, headers = {}, ipAddress } = {}) {
      const parameters = authorizeQuery(realm, query);
      const body = new URLSearchParams(form);
      return scene.send(`/services/auth/v1/authorize?${parameters}`, {
        method: "POST",
        body,
        headers,
        realm,
        ipAddress,
      });
    },
    exchange(code, verifier, { realm = "se", extra = {}, ...sent } = {}) {
      const body = new URLSearchParams({
        grant_type: "authorization_code",
        code,
        client_id: "fabel-web",
        redirect_uri: `${originOf(realm)}/login/callback`,
        code_verifier: verifier,
        ...extra,
      });
      return scene.send("/services/auth/v2/token", { method: "POST", body, realm, ...sent });
    },
    refresh(refreshToken, realm = "se", headers = {}) {
      const body = new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: refreshToken,
        client_id: "fabel-web",
      });
      return scene.send("/services/auth/v2/token", { method: "POST", body, realm, headers });
    },
    async signIn(username, password, realm = "se") {
      const response = await scene.authorize({ realm, form: { username, password } });
      const code = codeOf(response);
      if (!code) throw new Error(`No code received: ${response.status} ${await response.text()}`);
      const tokens = await scene.exchange(code, fixedPkce.verifier, { realm });
      if (!tokens.ok) throw new Error(`No tokens: ${await tokens.text()}`);
      return (await tokens.json()) as TokenResponse;
    },
    async newPerson(realm = "se", change = {}) {
      lastPerson += 1;
      const person = identity.add({ realm, username: `person${lastPerson}`, ...change });
      await auth.credentials.setPassword(realm, person.uid, scenePassword, { temporary: false });
      return person;
    },
  };
  return scene;
}

/** The code in a redirect, or null. */
export function codeOf(response: Response): string | null {
  const location = response.headers.get("location");
  return location ? new URL(location).searchParams.get("code") : null;
}
