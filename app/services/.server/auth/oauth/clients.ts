import { audience } from "~/services/.server/dispatch/caller";

/** The only OAuth client is our own web app, on any of our origins. Redirect addresses must match exactly. docs/security.md, line 6. */
export type OAuthClient = {
  id: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  grants: ["authorization_code", "refresh_token"];
};

export const allowedScopes = ["openid", "profile"];

export function findClient(id: string | null, origin: string): OAuthClient | null {
  if (id !== audience) return null;
  return {
    id,
    redirectUris: [`${origin}/login/callback`],
    postLogoutRedirectUris: [`${origin}/`, `${origin}/login`],
    grants: ["authorization_code", "refresh_token"],
  };
}
