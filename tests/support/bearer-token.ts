import { createHash, randomBytes } from "node:crypto";
import { demoPassword } from "./sign-in";

/**
 * The access token of a demo account, by the code flow that every client of the services uses.
 * @param origin of a running product whose host the machine resolves, e.g. `http://localhost:4000`
 * @param username e.g. `family.se`
 */
export async function bearerToken(origin: string, username: string, password = demoPassword): Promise<string> {
  const verifier = randomBytes(32).toString("base64url");
  const redirectUri = `${origin}/login/callback`;
  const query = new URLSearchParams({
    response_type: "code",
    scope: "openid profile",
    client_id: "fabel-web",
    redirect_uri: redirectUri,
    state: randomBytes(16).toString("base64url"),
    nonce: randomBytes(16).toString("base64url"),
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const authorized = await fetch(`${origin}/services/auth/v1/authorize?${query}`, {
    method: "POST",
    body: new URLSearchParams({ username, password }),
    redirect: "manual",
  });
  const code = new URL(authorized.headers.get("location") ?? origin).searchParams.get("code");
  if (code === null) throw new Error(`${username} did not sign in: ${authorized.status} ${await authorized.text()}`);
  const response = await fetch(`${origin}/services/auth/v2/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: "fabel-web",
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    }),
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`${username} got no token: ${response.status}`);
  return token;
}
