import type { BookFacts } from "./book-facts.ts";
import { labelsFor } from "./labels.ts";
import { contentDocument, escapeXml, renderSentence, renderSentences } from "./markup.ts";
import type { Clip } from "./narration.ts";
import type { Block, Sentence, SourceDocument } from "./source.ts";

function renderBlock(block: Block, language: string, clips: Map<string, Clip>): string {
  switch (block.kind) {
    case "heading":
      return `<h1 id="title">${renderSentences(block.sentences, language, clips)}</h1>`;
    case "paragraph":
      return `<p>${renderSentences(block.sentences, language, clips)}</p>`;
    case "picture":
      return `<figure><img src="../images/${block.scene}.svg" alt="${escapeXml(block.alt)}"/></figure>`;
    case "footnote": {
      const back = `<a role="doc-backlink" href="#noteref-${block.label}" aria-label="${block.label}: ${labelsFor(language).backToText}">${block.label}</a>`;
      return `<aside epub:type="footnote" role="doc-footnote" id="note-${block.label}" aria-label="${labelsFor(language).note} ${block.label}"><p>${back} ${renderSentences(block.sentences, language, clips)}</p></aside>`;
    }
    case "table": {
      const cell = (sentence: Sentence, tag: "th" | "td", attributes = "") =>
        `<${tag}${attributes}>${renderSentence(sentence, language, clips.get(sentence.id)?.words)}</${tag}>`;
      // An empty corner above the rows' names is no header of anything, and makes the first column theirs.
      const namesRows = block.head[0]?.text === "";
      const heads = block.head.map((sentence) =>
        sentence.text === "" ? "<td></td>" : cell(sentence, "th", ' scope="col"'),
      );
      const rows = block.rows.map(({ id, cells }) => {
        const inner = cells.map((sentence, index) =>
          namesRows && index === 0 ? cell(sentence, "th", ' scope="row"') : cell(sentence, "td"),
        );
        return `<tr id="${id}">${inner.join("")}</tr>`;
      });
      const head = `<tr id="${block.id}-head">${heads.join("")}</tr>`;
      return `<table id="${block.id}">\n<thead>${head}</thead>\n<tbody>\n${rows.join("\n")}\n</tbody>\n</table>`;
    }
  }
}

/** One chapter of a flowing book as a content document. */
export function renderChapter(facts: BookFacts, document: SourceDocument, clips: Map<string, Clip>): string {
  const blocks = document.blocks.map((block) => renderBlock(block, document.language, clips));
  return contentDocument({
    language: facts.language,
    direction: facts.direction,
    title: document.title,
    styles: "../styles/book.css",
    body: `<body epub:type="bodymatter">
<main>
<section id="document" epub:type="chapter" role="doc-chapter" aria-labelledby="title">
${blocks.join("\n")}
</section>
</main>
</body>`,
  });
}

/** The first leaf of a flowing book: its cover. */
export function renderCover(facts: BookFacts): string {
  const alt = `${labelsFor(facts.language).cover}: ${facts.title}, ${facts.author}`;
  return contentDocument({
    language: facts.language,
    direction: facts.direction,
    title: facts.title,
    styles: "../styles/book.css",
    body: `<body epub:type="cover">
<main><h1 class="cover"><img role="doc-cover" src="../images/cover.svg" alt="${escapeXml(alt)}"/></h1></main>
</body>`,
  });
}
