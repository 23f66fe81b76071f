import { spawn } from "node:child_process";
import { once } from "node:events";
import { projectRoot } from "#server/project-root";
import type { OidcProvider } from "~/environment.server";

export type OpenidProvider = OidcProvider & {
  /** Goes through the provider's pages and chooses an account (`nobody`: denies), up to the URL it redirects back to. */
  visit(location: string, account: string): Promise<URL>;
  /** Number of revoked tokens. */
  revocations(): Promise<number>;
  stop(): Promise<void>;
};

/** Starts an OpenID Connect provider (npm oidc-provider) in a separate process. */
export async function startOpenidProvider(given: {
  redirectUris: string[];
  accounts: Record<string, Record<string, unknown>>;
}): Promise<OpenidProvider> {
  const client = { id: "fabel", secret: "a secret of the client", redirectUris: given.redirectUris };
  const child = spawn(process.execPath, ["--import", "tsx", "tests/support/openid-provider-process.ts"], {
    cwd: projectRoot,
    env: { ...process.env, OPENID_PROVIDER: JSON.stringify({ client, accounts: given.accounts }) },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [port] = (await once(child.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  const issuer = `http://localhost:${String(port).trim()}`;

  return {
    issuer,
    clientId: client.id,
    clientSecret: client.secret,

    async visit(location, account) {
      const cookies = new Map<string, string>();
      let url = new URL(location);
      let form: URLSearchParams | null = null;
      for (let hop = 0; hop < 12; hop += 1) {
        const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
        const response: Response = await fetch(url, {
          headers,
          redirect: "manual",
          ...(form ? { method: "POST", body: form } : {}),
        });
        for (const line of response.headers.getSetCookie()) {
          const [pair = ""] = line.split(";");
          cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
        }
        const next: string | null = response.headers.get("location");
        if (next === null && !url.pathname.startsWith("/choose/")) {
          throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
        }
        form = next === null ? new URLSearchParams({ account }) : null;
        if (next !== null) url = new URL(next, url);
        if (url.origin !== issuer) return url;
      }
      throw new Error("The provider leads nowhere");
    },

    revocations: async () => Number(await (await fetch(`${issuer}/revocations`)).text()),

    async stop() {
      child.kill();
      await once(child, "exit");
    },
  };
}
