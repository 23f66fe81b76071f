import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as lucide from "lucide-react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as icons from "~/ui/icons";

/** Every icon of app/ui/icons.ts as one SVG file of symbols; colour, stroke and size come from the page (`.icon` in theme.css). */
export function iconSprite(): string {
  const symbols = Object.values(icons).map((name) => {
    // biome-ignore lint/performance/noDynamicNamespaceImportAccess: this script is not bundled
    const shapes = renderToStaticMarkup(createElement(lucide[name])).replace(/^<svg[^>]*>|<\/svg>$/g, "");
    return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.replace(/><\/\w+>/g, "/>")}</symbol>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("")}</svg>\n`;
}

export const spritePath = fileURLToPath(new URL("../app/ui/icons.svg", import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(spritePath, iconSprite());
