/**
 * Pages that hold their words in several languages mark each block with data-language; the block of the language that is read is shown.
 * A document without a block for it stays as it is.
 */
export function showLanguage(content: Document, language: string): void {
  const blocks = Array.from(content.querySelectorAll<HTMLElement>("[data-language]"));
  if (!blocks.some((block) => block.dataset.language === language)) return;
  for (const block of blocks) block.hidden = block.dataset.language !== language;
}
