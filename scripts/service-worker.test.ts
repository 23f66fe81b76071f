import { describe, expect, test } from "vitest";
import { shellFiles } from "./service-worker.mjs";

const chunk = (name: string, more: object = {}) => ({ file: `assets/${name}.js`, ...more });
const texts = (path: string) => ({ [path]: chunk(path.replaceAll(/[/.]/g, "-")) });

const manifest = {
  "app/entry.client.tsx": chunk("entry", {
    dynamicImports: ["locales/sv/reader.json", "locales/fi/offline.json", "locales/sv/payment.json"],
  }),
  "app/root.tsx?route": chunk("root", { imports: ["_ui"], assets: ["assets/font.woff2"] }),
  "app/routes/reader.offline.tsx?route": chunk("offline", { imports: ["_ui"], dynamicImports: ["offline-reader"] }),
  _ui: chunk("ui", { imports: ["app/root.tsx?route"], css: ["assets/theme.css"] }),
  "offline-reader": chunk("reader", { dynamicImports: ["app/reader/screen/submissions-panel.client.tsx"] }),
  "app/reader/screen/submissions-panel.client.tsx": chunk("submissions"),
  "app/routes/controlpanel/people.tsx?route": chunk("people"),
  ...texts("locales/sv/reader.json"),
  ...texts("locales/fi/offline.json"),
  ...texts("locales/sv/payment.json"),
};

describe("shellFiles", () => {
  test("returns the static and dynamic imports of the offline page, without files of other pages", () => {
    expect(shellFiles(manifest)).toEqual([
      "/assets/entry.js",
      "/assets/font.woff2",
      "/assets/locales-fi-offline-json.js",
      "/assets/locales-sv-reader-json.js",
      "/assets/offline.js",
      "/assets/reader.js",
      "/assets/root.js",
      "/assets/theme.css",
      "/assets/ui.js",
    ]);
  });

  test("throws for a build without the offline page", () => {
    const { "app/routes/reader.offline.tsx?route": _, ...without } = manifest;
    expect(() => shellFiles(without)).toThrow("app/routes/reader.offline.tsx");
  });
});
