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

/** The one file of epub.js that the reader imports names an XML parser; a browser has one, and 60 KB need not be loaded. */
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
  // Found before the first page is asked for: a package found later reloads the page in the middle of its start.
  optimizeDeps: { entries: ["./app/entry.client.tsx", "./app/root.tsx", "./app/routes/**/*.tsx"], exclude: ["epubjs"] },
  // The list of what each page loads, for the service worker: scripts/service-worker.mjs.
  build: { target: "es2022", sourcemap: false, manifest: true },
});
