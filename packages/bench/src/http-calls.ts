import { createHash, randomBytes } from "node:crypto";
import { type Agent, type IncomingMessage, request } from "node:http";
import { demoPassword } from "#tests/support/sign-in";

/** Requests to the product from a program, each with its time in milliseconds. */

export type HttpCall = {
  port: number;
  path: string;
  host?: string;
  cookie?: string;
  method?: string;
  body?: string;
  bearer?: string;
};
export type CallResponse = { status: number; headers: IncomingMessage["headers"]; body: string; milliseconds: number };

export function ask(
  agent: Agent,
  { port, path, host, cookie, bearer, method = "GET", body }: HttpCall,
): Promise<CallResponse> {
  const headers: Record<string, string> = {};
  if (host) headers.host = host;
  if (cookie) headers.cookie = cookie;
  if (bearer) headers.authorization = `Bearer ${bearer}`;
  if (body !== undefined) {
    headers["content-type"] = bearer ? "application/json" : "application/x-www-form-urlencoded";
    headers["content-length"] = String(Buffer.byteLength(body));
  }
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: "127.0.0.1", port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const milliseconds = performance.now() - began;
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text, milliseconds });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** The password step and the code exchange, by a client that holds its tokens. */
export async function signInOverHttp(
  { agent, port, host }: { agent: Agent; port: number; host: string },
  username: string,
): Promise<{ milliseconds: number; accessToken: string }> {
  const verifier = randomBytes(32).toString("base64url");
  const redirectUri = `http://${host}/login/callback`;
  const query = new URLSearchParams({
    response_type: "code",
    scope: "openid profile",
    client_id: "fabel-web",
    redirect_uri: redirectUri,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: "bench",
    nonce: "bench",
  });
  const to = { port, host, method: "POST" };
  const form = new URLSearchParams({ username, password: demoPassword }).toString();
  const proved = await ask(agent, { ...to, path: `/services/auth/v1/authorize?${query}`, body: form });
  const code = URL.canParse(String(proved.headers.location))
    ? new URL(String(proved.headers.location)).searchParams.get("code")
    : null;
  if (!code) throw new Error(`No code received: ${proved.status}`);
  const exchange = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    client_id: "fabel-web",
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const tokens = await ask(agent, { ...to, path: "/services/auth/v2/token", body: exchange.toString() });
  if (tokens.status !== 200) throw new Error(`No tokens: ${tokens.status}`);
  const { access_token: accessToken } = JSON.parse(tokens.body) as { access_token: string };
  return { milliseconds: proved.milliseconds + tokens.milliseconds, accessToken };
}
