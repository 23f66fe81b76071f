import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, request } from "node:http";
import { type AddressInfo, connect, createServer as createSocketServer, type Socket } from "node:net";
import path from "node:path";
import { finished } from "node:stream/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { demoPassword, seedRealm } from "#packages/demo/src/people";
import { projectRoot } from "#server/project-root";
import { testDatabase } from "#tests/support/database";
import { inheritedEnvironment } from "#tests/support/running-product";
import { seedPasswords } from "~/services/.server/auth/passwords/seed-passwords";
import { startPlainProduct } from "./plain-product";

async function outsideUrls(): Promise<{ DATABASE_URL_EU: string; DATABASE_URL_US: string }> {
  const [eu, us] = await Promise.all([testDatabase(), testDatabase()]);
  return { DATABASE_URL_EU: eu.url, DATABASE_URL_US: us.url };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

describe("external databases", () => {
  test("are used without starting the embedded PostgreSQL", async () => {
    const product = await startPlainProduct({ environment: await outsideUrls(), program: "serve" });
    try {
      expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
      expect(existsSync(path.join(product.dataDir, "postgres"))).toBe(false);
    } finally {
      await product.stop();
    }
  });

  test("given a database that refuses connections, then the start fails with the reason and without the password", async () => {
    const urls = {
      ...(await outsideUrls()),
      SESSION_SECRET: "a secret for tests, 32 characters long",
      DATABASE_URL_US: `postgresql://fabel:hush@127.0.0.1:${await freePort()}/fabel`,
    };
    const refused = await startPlainProduct({ environment: urls }).catch((error) => error);
    expect(refused.output).toMatch(/^The database of DATABASE_URL_US does not answer: .*ECONNREFUSED.*\n$/);
    expect(refused.output).not.toContain("hush");
  });
});

/** A TCP proxy to a database that can be cut or frozen, and reopened. */
async function wayTo(url: string) {
  const { host, port } = new pg.Client({ connectionString: url });
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createSocketServer((socket) => {
    if (isFrozen) {
      sockets.add(socket.on("error", () => {}));
      return;
    }
    const onward = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      finished(one).then(
        () => other.destroy(),
        () => other.destroy(),
      );
    }
  });
  const listenAt = async (at: number) => {
    server.listen(at, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const own = await listenAt(0);
  const address = new URL(url);
  const requested = new URL(`postgresql://127.0.0.1:${own}${address.pathname}`);
  [requested.username, requested.password] = [address.username, address.password];
  return {
    url: requested.href,
    open: () => listenAt(own),
    /** Keeps and accepts connections without forwarding anything. */
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe();
    },
    /** Serves new connections again; frozen ones stay frozen. */
    thaw() {
      isFrozen = false;
    },
    async cut() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      await closed;
    },
  };
}

test("given databases that are down, then a page is 503 with Retry-After, and 200 when they are up again", async () => {
  const urls = await outsideUrls();
  const [eu, us] = await Promise.all([wayTo(urls.DATABASE_URL_EU), wayTo(urls.DATABASE_URL_US)]);
  const environment = { DATABASE_URL_EU: eu.url, DATABASE_URL_US: us.url };
  const product = await startPlainProduct({ environment, program: "serve" });
  const session = encodeURIComponent(Buffer.from(JSON.stringify("s".repeat(43))).toString("base64"));
  const ask = () =>
    fetch(`${product.url}/login`, { headers: { cookie: `fabel_session=${session}` }, redirect: "manual" });
  try {
    expect((await ask()).status).toBe(200);
    await Promise.all([eu.cut(), us.cut()]);
    const unavailable = await ask();
    expect([unavailable.status, unavailable.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(await unavailable.text()).toContain("<!DOCTYPE html>");
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${product.url}/readyz`)).status).toBe(503);
    await Promise.all([eu.open(), us.open()]);
    expect((await ask()).status).toBe(200);
  } finally {
    await product.stop();
    await Promise.all([eu.cut(), us.cut()]).catch(() => undefined);
  }
});

test("given databases that hang, then 12 requests are 503, and 200 after they recover", async () => {
  const urls = await outsideUrls();
  const [eu, us] = await Promise.all([wayTo(urls.DATABASE_URL_EU), wayTo(urls.DATABASE_URL_US)]);
  const environment = { DATABASE_URL_EU: eu.url, DATABASE_URL_US: us.url };
  const product = await startPlainProduct({ environment, program: "serve" });
  const cookie = `fabel_session=${encodeURIComponent(Buffer.from(JSON.stringify("s".repeat(43))).toString("base64"))}`;
  const ask = () => fetch(`${product.url}/login`, { headers: { cookie }, redirect: "manual" });
  try {
    expect((await ask()).status).toBe(200);
    eu.freeze();
    us.freeze();
    // More requests than the pool has connections, to detect a connection that is never released.
    const replies = await Promise.all(Array.from({ length: 12 }, ask));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 503));
    expect(replies[0]?.headers.get("retry-after")).toBe("10");
    expect(await replies[0]?.text()).toContain("<!DOCTYPE html>");
    expect((await fetch(`${product.url}/readyz`)).status).toBe(503);
    eu.thaw();
    us.thaw();
    await expect.poll(async () => (await ask()).status, { timeout: 30_000 }).toBe(200);
  } finally {
    await product.end("SIGKILL");
    await Promise.all([eu.cut(), us.cut()]).catch(() => undefined);
  }
});

function statusFor(port: number, target: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ port, host: "127.0.0.1", path: target, headers: { host } }, (response) => {
      response.resume();
      resolve(Number(response.statusCode));
    })
      .once("error", reject)
      .end();
  });
}

describe("remix-serve", () => {
  test("serves the build with external databases, also to somebody who has signed in", async () => {
    const [eu, us] = await Promise.all([testDatabase(), testDatabase()]);
    await seedRealm(eu.database, "se");
    const { rows } = await eu.database.execute<{ uid: string }>(
      sql`select uid from directory.users where username = 'admin.se'`,
    );
    const administrator = rows.map(({ uid }) => ({ realm: "se" as const, uid }));
    await seedPasswords({ eu: eu.database, us: us.database }, administrator, demoPassword);
    const port = await freePort();
    const program = path.join(projectRoot, "node_modules/@remix-run/serve/dist/cli.js");
    const child = spawn(process.execPath, [program, "build/server/index.js"], {
      cwd: projectRoot,
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...inheritedEnvironment(),
        ...{ DATABASE_URL_EU: eu.url, DATABASE_URL_US: us.url },
        PORT: String(port),
        HOST: "127.0.0.1",
        NODE_ENV: "production",
      },
    });
    try {
      await once(child.stdout, "data");
      const response = await fetch(`http://127.0.0.1:${port}/`);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("<!DOCTYPE html>");
      for (const target of ["/", "/login", "/services/auth/.well-known/openid-configuration"]) {
        expect(await statusFor(port, target, "evil.example"), `${target} for a host that is not ours`).toBe(421);
        expect(await statusFor(port, target, `fr.localhost:${port}`), target).toBe(200);
      }
      const page = await openSignedIn(`http://127.0.0.1:${port}`, "admin.se", "/controlpanel/students");
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("</table>")]);
    } finally {
      // Its stop, which waits for open connections, is not what is tested.
      child.kill("SIGKILL");
      await once(child, "close");
    }
  });
});

/** Signs in by the log-in form and opens a page, as a browser without script does. */
async function openSignedIn(origin: string, username: string, path: string): Promise<Response> {
  const cookies = new Map<string, string>();
  const ask = async (to: string, form?: Record<string, string>): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(new URL(to, origin), {
      ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
      headers: { cookie, origin },
      redirect: "manual",
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get("location");
    return next === null ? response : ask(next);
  };
  await ask("/login", { username, password: demoPassword });
  return ask(path);
}
