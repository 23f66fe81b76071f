import type { ContentSource } from "~/reader/book/content-source";
import { showLanguage } from "~/reader/view/shown-language";

/** A document of the book outside a frame, in the displayed language, from the network, or from the device for an offline book. */
export async function parsedDocument(source: ContentSource, href: string, language: string): Promise<Document> {
  const markup = await source.text(href);
  // Parsing blocks the main thread for a moment, so it yields to key events and frames between documents.
  await new Promise((resolve) => setTimeout(resolve));
  const parser = new DOMParser();
  const xml = parser.parseFromString(markup, "application/xhtml+xml");
  const content = xml.querySelector("parsererror") ? parser.parseFromString(markup, "text/html") : xml;
  showLanguage(content, language);
  return content;
}
