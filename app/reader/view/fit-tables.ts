/** Minimum font size of a table, relative to the text. */
const smallest = 0.6;

/** Styles for `fitTables`. Rows are not split across pages, which would make them unreadable. */
export const tablesCss =
  "table{max-width:100%}tr{break-inside:avoid}[data-fabel-fit]{font-size:calc(var(--fabel-fit)*1em)!important}[data-fabel-fit='words'] :is(td,th){overflow-wrap:anywhere}";

/**
 * Shrinks the text of tables that are wider than their page and would overlap the next one; words are broken only in
 * tables that are too wide even at the minimum size.
 */
export function fitTables(content: Document): void {
  for (const table of content.querySelectorAll("table")) {
    const room = table.parentElement?.clientWidth ?? 0;
    table.removeAttribute("data-fabel-fit");
    const fits = () => table.offsetWidth <= room + 1;
    if (room === 0 || fits()) continue;
    table.style.setProperty("--fabel-fit", String(Math.max(smallest, (room / table.offsetWidth) * 0.98)));
    table.setAttribute("data-fabel-fit", "size");
    if (!fits()) table.setAttribute("data-fabel-fit", "words");
  }
}
