/** Inline scripts of a document; script elements with data, such as JSON, are excluded. */
export function inlineScripts(html: string): string[] {
  return Array.from(html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi))
    .filter(([, attributes = ""]) => {
      const type = /\btype\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1]?.toLowerCase();
      return !/\bsrc\s*=/i.test(attributes) && (!type || type === "module" || type.endsWith("/javascript"));
    })
    .map(([, , text = ""]) => text)
    .filter((text) => text.trim() !== "");
}
