import type { ServerBuild } from "@remix-run/node";
import { createServer } from "vite";
import { projectRoot } from "#server/project-root";
import { runProduct } from "./product";
import { runEntry } from "./start-environment";

/** `npm run dev`: the same process, with pages served by Vite. */
process.env.NODE_ENV ||= "development";
process.env.DEMO ||= "1";

await runEntry(() =>
  runProduct({
    logToFile: true,
    async pages({ server }) {
      const vite = await createServer({
        root: projectRoot,
        server: { middlewareMode: true, hmr: { server } },
        appType: "custom",
      });
      return {
        build: async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild,
        files: { middleware: vite.middlewares },
        close: () => vite.close(),
      };
    },
  }),
);
