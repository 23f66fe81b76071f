import type { BookFacts } from "./book-facts.ts";
import { contentDocument, directionOf, escapeXml, renderSentences } from "./markup.ts";
import type { Clip } from "./narration.ts";
import type { TextPlace } from "./scenes.ts";
import type { SourceDocument } from "./source.ts";

function languageBlock(
  document: SourceDocument,
  clips: Map<string, Clip>,
  place: TextPlace,
  isOwn: boolean,
  isTitle: boolean,
): string {
  const { language } = document;
  const style = `left:${place.x}px;top:${place.y}px;width:${place.width}px;text-align:${place.align};color:${place.colour};font-size:${place.size}px`;
  const paragraphs = document.blocks.filter((block) => block.kind === "paragraph");
  const lines = paragraphs.map((block, index) => {
    const tag = isTitle && index === 0 ? "h1" : "p";
    return `<${tag}>${renderSentences(block.sentences, language, clips)}</${tag}>`;
  });
  const hidden = isOwn ? "" : ' hidden="hidden"';
  return `<div class="words" id="words-${language}" data-language="${language}" lang="${language}" xml:lang="${language}" dir="${directionOf(language)}"${hidden} style="${escapeXml(style)}">
${lines.join("\n")}
</div>`;
}

/**
 * One fixed page: its picture and, over it, one block of text for each narration language, the book's own one shown.
 * `clips` holds each language's clips by fragment.
 */
export function renderFixedPage(
  facts: BookFacts,
  pages: SourceDocument[],
  place: TextPlace,
  clips: Map<string, Map<string, Clip>>,
  title: string,
  isTitle: boolean,
): string {
  const own = pages.find(({ language }) => language === facts.language);
  const picture = own?.blocks.find((block) => block.kind === "picture");
  if (!own || picture?.kind !== "picture") throw new Error(`page ${pages[0]?.name} has no picture`);
  const blocks = pages.map((page) =>
    languageBlock(page, clips.get(page.language) ?? new Map(), place, page.language === facts.language, isTitle),
  );
  const { width, height } = facts.page ?? { width: 0, height: 0 };
  return contentDocument({
    language: facts.language,
    direction: facts.direction,
    title,
    styles: "../styles/book.css",
    headExtra: `<meta name="viewport" content="width=${width}, height=${height}"/>\n`,
    body: `<body>
<main id="document">
<img class="picture" src="../images/${picture.scene}.svg" alt="${escapeXml(picture.alt)}"/>
${blocks.join("\n")}
</main>
</body>`,
  });
}
