import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { projectRoot } from "#server/project-root";

/** A plain page of the framework that renders a table, served by its own command: the reference for our pages. */

export type BareRemix = { port: number; stop(): Promise<void> };

const files: Record<string, string> = {
  "package.json": JSON.stringify({
    name: "bare-remix",
    private: true,
    type: "module",
    sideEffects: false,
    dependencies: { "@remix-run/node": "*", "@remix-run/react": "*", "@remix-run/serve": "*" },
  }),
  "vite.config.mjs": `
    import { vitePlugin as remix } from "@remix-run/dev";
    import { defineConfig } from "vite";
    export default defineConfig({ plugins: [remix({ future: { v3_fetcherPersist: true, v3_relativeSplatPath: true,
      v3_throwAbortReason: true, v3_singleFetch: true, v3_lazyRouteDiscovery: true } })] });`,
  "app/root.jsx": `
    import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "@remix-run/react";
    export default function App() {
      return (
        <html lang="en">
          <head><meta charSet="utf-8" /><Meta /><Links /></head>
          <body><Outlet /><ScrollRestoration /><Scripts /></body>
        </html>
      );
    }`,
  "app/routes/_index.jsx": `
    import { useLoaderData } from "@remix-run/react";
    const columns = ["id", "name", "username", "email", "school", "group"];
    export const loader = ({ request }) => {
      const rows = Number(new URL(request.url).searchParams.get("rows"));
      return { rows: Array.from({ length: rows }, (_, row) => columns.map((column) => column + " " + row)) };
    };
    export default function Table() {
      const { rows } = useLoaderData();
      return (
        <table>
          <thead><tr>{columns.map((column) => <th key={column}>{column}</th>)}</tr></thead>
          <tbody>{rows.map((row) => <tr key={row[0]}>{row.map((cell) => <td key={cell}>{cell}</td>)}</tr>)}</tbody>
        </table>
      );
    }`,
};

/** Writes, builds and starts it; `/?rows=N` is a table of N rows. */
export async function startBareRemix(): Promise<BareRemix> {
  await mkdir(path.join(projectRoot, ".cache"), { recursive: true });
  const folder = await mkdtemp(path.join(projectRoot, ".cache", "bare-remix-"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  const bin = (name: string) => path.join(projectRoot, "node_modules/@remix-run", name);
  const environment = { ...process.env, NODE_ENV: "production" as const };
  const built = run([bin("dev/dist/cli.js"), "vite:build", "--logLevel", "error"], folder, environment);
  const [code] = (await once(built, "exit")) as [number | null];
  if (code !== 0) throw new Error("The bare page could not be built");
  const port = await freePort();
  const server = run([bin("serve/dist/cli.js"), "build/server/index.js"], folder, {
    ...environment,
    PORT: String(port),
  });
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on("data", (chunk: Buffer) => /http:\/\//.test(String(chunk)) && resolve());
    server.once("exit", () => reject(new Error("The bare page ended at once")));
  });
  return {
    port,
    async stop() {
      const ended = once(server, "exit");
      server.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function run(program: string[], cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, program, { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  // The command logs a line per request; unread output would fill the pipe and block the server.
  child.stdout?.resume();
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("There is no free port");
  return address.port;
}
