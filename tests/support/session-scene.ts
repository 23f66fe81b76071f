import { seedCards } from "#packages/demo/src/cards";
import { demoPassword, seedRealm } from "#packages/demo/src/people";
import type { Databases } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { createAuthService } from "~/services/.server/auth/auth-service";
import { seedPasswords } from "~/services/.server/auth/passwords/seed-passwords";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { sessionSecret, testHosts } from "./auth-secrets";
import { testDatabases } from "./database";

export { demoPassword } from "#packages/demo/src/people";
export type { Databases } from "~/db/.server/connect";

/**
 * The backend of a test file: test databases with the demo users of some realms, configured through the environment.
 * Must be called before the backend is first used.
 */
export async function sessionScene(realms: Realm[]): Promise<Databases> {
  const databases = await testDatabases();
  for (const realm of realms) {
    const region = realm === "us" ? "us" : "eu";
    await seedPasswords(databases, await seedRealm(databases[region], realm), demoPassword);
  }
  process.env.DATABASE_URL_EU = String(databases.eu.$client.options.connectionString);
  process.env.DATABASE_URL_US = String(databases.us.$client.options.connectionString);
  process.env.SESSION_SECRET = sessionSecret;
  process.env.DEMO = "1";
  return databases;
}

/** The demo library cards, for the scene's realms. */
export async function demoCards(databases: Databases): Promise<void> {
  const identity = createIdentityDirectory(databases);
  const { credentials } = createAuthService({
    databases,
    identity,
    hosts: testHosts,
    sessionSecret,
    smsSender: { sendCode: async () => undefined },
    providers: {},
  });
  await seedCards(identity, credentials.addLibraryCard);
}

/** A browser as far as the session is concerned: a cookie jar and an origin. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** Every Set-Cookie line received, unparsed. */
  readonly cookieLines: string[] = [];

  constructor(readonly origin: string) {}

  request(path: string, init: RequestInit = {}): Request {
    const headers = new Headers(init.headers);
    const jar = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (jar) headers.set("cookie", jar);
    return new Request(new URL(path, this.origin), { ...init, headers });
  }

  post(path: string, form: Record<string, string>): Request {
    return this.request(path, { method: "POST", body: new URLSearchParams(form), headers: { origin: this.origin } });
  }

  /** Stores the cookies of a response and returns its Location. */
  take(response: { headers: Headers }): string {
    for (const line of response.headers.getSetCookie()) {
      this.cookieLines.push(line);
      const pair = line.split(";")[0] ?? "";
      const name = pair.slice(0, pair.indexOf("="));
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(name.length + 1));
    }
    return response.headers.get("location") ?? "";
  }
}
