import { localNameOf } from "~/epub/xml";

/** Whether an element is inside `details` that the reader has not opened; their summary is not. */
export function isFolded(element: Element | null): boolean {
  let child: Element | null = element;
  for (let node: Node | null = element?.parentNode ?? null; child && node?.nodeType === 1; node = node.parentNode) {
    const around = node as Element;
    const isClosed = localNameOf(around) === "details" && !around.hasAttribute("open");
    if (isClosed && localNameOf(child) !== "summary") return true;
    child = around;
  }
  return false;
}

/** Whether a document has `details` that are closed. */
export function hasFoldedText(content: Document | null): boolean {
  return Array.from(content?.getElementsByTagName("details") ?? []).some((one) => !one.hasAttribute("open"));
}

/** Calls back when the reader has opened or closed `details`; those that begin open report it too, when they are loaded. */
export function watchFolding(content: Document, changed: () => void): void {
  content.addEventListener("click", ({ target }) => {
    const summary = (target as Element | null)?.closest?.("summary");
    summary?.parentElement?.addEventListener("toggle", changed, { once: true });
  });
}
