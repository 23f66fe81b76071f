import { audience } from "~/services/.server/dispatch/caller";
import { joinedDeviceClient } from "~/services/contracts/device-link";

/**
 * The OAuth clients are our own web app, on any of our origins, and the devices joined to a child, which use the same pages. Redirect addresses must match exactly. docs/security.md, line 6.
 */
export type OAuthClient = {
  id: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  grants: ["authorization_code", "refresh_token"];
};

export const allowedScopes = ["openid", "profile"];

export function findClient(id: string | null, origin: string): OAuthClient | null {
  if (id !== audience && id !== joinedDeviceClient) return null;
  return {
    id,
    redirectUris: [`${origin}/login/callback`],
    postLogoutRedirectUris: [`${origin}/`, `${origin}/login`],
    grants: ["authorization_code", "refresh_token"],
  };
}
