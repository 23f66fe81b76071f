/** The smallest that a table's letters become, in parts of the text's own size. */
const smallest = 0.6;

/** Goes with `fitTables`. A row that goes on over the page can no longer be read across. */
export const tablesCss =
  "table{max-width:100%}tr{break-inside:avoid}[data-fabel-fit]{font-size:calc(var(--fabel-fit)*1em)!important}[data-fabel-fit='words'] :is(td,th){overflow-wrap:anywhere}";

/**
 * Tables that are wider than their page would lie over the next one: their letters become smaller until they fit, and only a
 * table that is too wide even then has its words broken.
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
