import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";

/**
 * Providers that each forge one claim, or don't respond. One server with an issuer for each; an authorization code is
 * the nonce of its request.
 */
export const forgeries = ["honest", "nonce", "issuer", "audience", "expired", "key", "unsigned", "failing"] as const;
export type Forgery = (typeof forgeries)[number];

export type ForgingProvider = {
  issuerOf(forgery: Forgery): string;
  /** Query of the callback that the browser is redirected to. */
  answerTo(location: string): string;
  /** Revocation requests, which the provider never responds to. */
  givenBack: IncomingMessage[];
  stop(): Promise<void>;
};

export async function startForgingProvider(subject: string): Promise<ForgingProvider> {
  const own = await generateKeyPair("RS256");
  const other = await generateKeyPair("RS256");
  const jwk = { kid: "own", alg: "RS256", use: "sig", ...(await exportJWK(own.publicKey)) };
  const givenBack: IncomingMessage[] = [];
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;

  return {
    issuerOf: (forgery) => `${origin}/${forgery}`,
    answerTo(location) {
      const { searchParams } = new URL(location);
      return `?${new URLSearchParams({ state: String(searchParams.get("state")), code: String(searchParams.get("nonce")) })}`;
    },
    givenBack,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [forgery = "", path = ""] = (request.url ?? "").slice(1).split(/\/(.*)/);
    const issuer = `${origin}/${forgery}`;
    const respond = (body: unknown, status = 200) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (path === ".well-known/openid-configuration") return respond(metadata(issuer));
    if (path === "jwks") return respond({ keys: [jwk] });
    if (path === "revocation") return void givenBack.push(request);
    if (forgery === "failing") return respond({ error: "server_error" }, 503);
    let form = "";
    for await (const part of request) form += String(part);
    const nonce = String(new URLSearchParams(form).get("code"));
    const id = await idToken(forgery as Forgery, { iss: issuer, nonce, aud: "fabel", sub: subject });
    respond({ access_token: "there", token_type: "Bearer", expires_in: 600, id_token: id });
  }

  function idToken(forgery: Forgery, claims: JWTPayload): Promise<string> | string {
    const now = Math.floor(Date.now() / 1000) - (forgery === "expired" ? 7200 : 0);
    if (forgery === "nonce") claims.nonce = "another";
    if (forgery === "issuer") claims.iss = `${origin}/honest`;
    if (forgery === "audience") claims.aud = "somebody";
    if (forgery === "unsigned") return new UnsecuredJWT({ exp: now + 600, iat: now, ...claims }).encode();
    return new SignJWT({ exp: now + 600, iat: now, ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "own" })
      .sign(forgery === "key" ? other.privateKey : own.privateKey);
  }
}

function metadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorization`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    revocation_endpoint: `${issuer}/revocation`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
  };
}
