import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import remixOptions from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** epub.js imports the @xmldom/xmldom parser. The browser bundle uses the browser's own DOMParser instead, which saves 60 KB. */
const epubjsBrowserParser: Plugin = {
  name: "epubjs-browser-parser",
  enforce: "pre",
  resolveId: (source, importer, { ssr }) =>
    !ssr && source === "@xmldom/xmldom" && importer?.includes("/node_modules/epubjs/")
      ? fileURLToPath(new URL("./app/reader/book/browser-dom-parser.ts", import.meta.url))
      : null,
};

export default defineConfig({
  plugins: [epubjsBrowserParser, tailwindcss(), remix(remixOptions)],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  // Scans all routes for packages at start: a package discovered later would make Vite reload the page while it loads.
  optimizeDeps: { entries: ["./app/entry.client.tsx", "./app/root.tsx", "./app/routes/**/*.tsx"], exclude: ["epubjs"] },
  // scripts/service-worker.mjs reads the manifest: it lists the files that each page loads.
  build: { target: "es2022", sourcemap: false, manifest: true },
});
