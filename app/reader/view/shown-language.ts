/**
 * Shows the blocks of one language in a page that contains its text in several, marked with data-language. A document
 * without blocks in that language remains unchanged.
 */
export function showLanguage(content: Document, language: string): void {
  const blocks = Array.from(content.querySelectorAll<HTMLElement>("[data-language]"));
  if (!blocks.some((block) => block.dataset.language === language)) return;
  for (const block of blocks) block.hidden = block.dataset.language !== language;
}
