import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";

/** The reference page for lists: the plain framework with the same table, without database and session. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [
    remix({
      appDirectory: "app",
      buildDirectory: process.env.BARE_PAGE_BUILD ?? "build",
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
  resolve: { alias: { "~": fileURLToPath(new URL("../../../../app", import.meta.url)) } },
});
