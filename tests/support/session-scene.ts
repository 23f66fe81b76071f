import { seedCards } from "#packages/demo/src/cards";
import { demoPassword, seedRealm } from "#packages/demo/src/people";
import { processBackend } from "~/composition/process-backend.server";
import type { Databases } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { createAuthService } from "~/services/.server/auth/auth-service";
import { seedPasswords } from "~/services/.server/auth/passwords/seed-passwords";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { afterFile } from "./after-file";
import { sessionSecret, testHosts } from "./auth-secrets";
import { testDatabases } from "./database";

export { demoPassword } from "#packages/demo/src/people";
export type { Databases } from "~/db/.server/connect";

/**
 * The backend of a test file: test databases with the demo users of some realms, configured through the environment until the file ends.
 * Must be called before the backend is first used.
 * @param environment further variables; undefined removes one
 */
export async function sessionScene(
  realms: Realm[],
  environment: Record<string, string | undefined> = {},
): Promise<Databases> {
  const databases = await testDatabases();
  for (const realm of realms) {
    const region = realm === "us" ? "us" : "eu";
    await seedPasswords(databases, await seedRealm(databases[region], realm), demoPassword);
  }
  changeEnvironment({
    DATABASE_URL_EU: String(databases.eu.$client.options.connectionString),
    DATABASE_URL_US: String(databases.us.$client.options.connectionString),
    SESSION_SECRET: sessionSecret,
    DEMO: "1",
    ...environment,
  });
  // Before its databases are dropped.
  afterFile(() => processBackend().close());
  return databases;
}

/** Sets variables, and restores them after the test file. */
function changeEnvironment(changes: Record<string, string | undefined>): void {
  const before = Object.keys(changes).map((name) => [name, process.env[name]] as const);
  const set = (entries: Iterable<readonly [string, string | undefined]>) => {
    for (const [name, value] of entries) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
  set(Object.entries(changes));
  afterFile(async () => set(before));
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
