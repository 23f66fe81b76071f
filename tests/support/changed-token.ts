import { decodeJwt, SignJWT } from "jose";
import type { Databases } from "~/db/.server/connect";
import { secretBox } from "~/security/secret-box.server";
import { createKeys } from "~/services/.server/auth/oauth/keys";
import { sessionSecret } from "./auth-secrets";

/** A genuine token with some claims changed, signed with the service's own key. */
export async function changedToken(
  databases: Databases,
  token: string,
  change: Record<string, unknown>,
  typ = "JWT",
): Promise<string> {
  const { kid, key } = await createKeys(databases, secretBox(sessionSecret, "signing keys")).signingKey("eu");
  return new SignJWT({ ...decodeJwt(token), ...change }).setProtectedHeader({ alg: "ES256", kid, typ }).sign(key);
}
