import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { projectRoot } from "#server/project-root";

/** Builds the bare page and serves it with the framework's own server, in a separate process. */
export async function startBarePage(): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "fabel-bare-"));
  const source = path.join(projectRoot, "packages/bench/src/bare-page");
  const tool = (name: string) => path.join(projectRoot, "node_modules/@remix-run", name);
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    BARE_PAGE_BUILD: path.join(folder, "build"),
  };
  await symlink(path.join(projectRoot, "node_modules"), path.join(folder, "node_modules"));
  const build = spawn(process.execPath, [tool("dev/dist/cli.js"), "vite:build", "--logLevel", "error"], {
    cwd: source,
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(build, "close");
  if (code !== 0) throw new Error("The bare page could not be built");
  const port = await freePort();
  const server = spawn(process.execPath, [tool("serve/dist/cli.js"), path.join(folder, "build/server/index.js")], {
    cwd: folder,
    env: { ...environment, PORT: String(port), HOST: "127.0.0.1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "close");
  const ready = new Promise<void>((resolve) => {
    server.stdout.on("data", (part: Buffer) => {
      if (part.includes("http")) resolve();
    });
  });
  await Promise.race([
    ready,
    ended.then(() => {
      throw new Error("The bare page did not start");
    }),
  ]);
  return {
    port,
    async stop() {
      server.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
