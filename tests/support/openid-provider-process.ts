import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type AccountClaims, type Configuration } from "oidc-provider";

/**
 * A real OpenID Connect provider in a separate process, with a page for choosing the account. Client and accounts are
 * passed in the environment; prints its port.
 */

type Given = {
  client: { id: string; secret: string; redirectUris: string[] };
  /** Claims by subject. */
  accounts: Record<string, Record<string, unknown>>;
};

const { client, accounts } = JSON.parse(process.env.OPENID_PROVIDER ?? "") as Given;
const claimNames = [...new Set(Object.values(accounts).flatMap((claims) => Object.keys(claims)))];

const server = createServer();
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  const provider = new Provider(`http://localhost:${port}`, configuration());
  const handle = provider.callback();
  let revocations = 0;
  server.on("request", (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    if (path === "/revocations") return void response.end(String(revocations));
    if (path === "/token/revocation") response.on("finish", () => (revocations += Number(response.statusCode === 200)));
    if (!path.startsWith("/choose/")) return void handle(request, response);
    void choose(provider, request, response).catch((error: unknown) => {
      response.statusCode = 400;
      response.end(String(error));
    });
  });
  console.log(port);
});

function configuration(): Configuration {
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: client.redirectUris,
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: { openid: ["sub", ...claimNames] },
    pkce: { required: () => true },
    findAccount: (_context, subject) => {
      const claims = accounts[subject];
      if (!claims) return undefined;
      return { accountId: subject, claims: async () => ({ ...claims, sub: subject }) as AccountClaims };
    },
    interactions: { url: (_context, interaction) => `/choose/${interaction.uid}` },
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    cookies: { keys: ["a key for tests"] },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
  };
}

type Message = Parameters<ReturnType<Provider["callback"]>>[0];
type ProviderResponse = Parameters<ReturnType<Provider["callback"]>>[1];

async function choose(provider: Provider, request: Message, response: ProviderResponse): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  if (request.method !== "POST") {
    const buttons = [...Object.keys(accounts), "nobody"].map(
      (subject) => `<p><button name="account" value="${subject}">${subject}</button></p>`,
    );
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><title>Who are you?</title><form method="post">${buttons.join("")}</form>`);
    return;
  }
  let body = "";
  for await (const part of request) body += String(part);
  const account = new URLSearchParams(body).get("account") ?? "";
  if (!accounts[account]) {
    return provider.interactionFinished(request, response, { error: "access_denied" });
  }
  const grant = new provider.Grant({ accountId: account, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  const grantId = await grant.save();
  await provider.interactionFinished(request, response, { login: { accountId: account }, consent: { grantId } });
}
