import type { SpineItem } from "../../epub/book";
import { preferenceKey } from "../settings/preference-key";
import { dressFixed, placeFixed } from "../view/fixed-layout";
import {
  dressFlow,
  type FlowLeafModel,
  measureFlow,
  offsetOfPage,
  pageAtFraction,
  settleColumns,
} from "../view/flow-layout";
import { beginsWithPolicy, documentOf, makeFrame } from "../view/frame";
import type { ReadingStyle } from "../view/frame-style";
import { stageSize } from "../view/leaf-view";
import { itemsOf, leafOfItem, planLeaves } from "../view/leaves";
import { placeToReturnTo } from "../view/return-place";
import { showLanguage } from "../view/shown-language";
import { addressOf, type EarlyData, shownLanguage } from "./early-data";
import { lateModule } from "./late-module";
import { writeDocument } from "./written-frame";

/**
 * Shows the first page before the reader's own script has come: a program of its own, some kilobytes small, in the page itself. It makes
 * the frames that the reader would make, with the documents that came along, and dresses them exactly as the reader will, so that
 * nothing moves when the reader takes over. Where anything is not as expected it leaves all to the reader. Decisions 17 and 26.
 */
async function showFirstPage(stage: HTMLElement, data: EarlyData): Promise<void> {
  if (placeToReturnTo(location.pathname) !== null) return;
  const size = stageSize(stage);
  const leaves = planLeaves(data.items, data.progression, size);
  const leaf = leaves[leafOfItem(leaves, data.first)];
  if (!leaf) return;
  const leafElement = stage.appendChild(document.createElement("div"));
  leafElement.className = `book-leaf book-leaf-${leaf.kind}`;
  const elements = new Map(itemsOf(leaf).map((item) => [item, openedFrame(leafElement, item, data)]));
  const contents = await Promise.all(
    [...elements.values()].map((element) => documentOf(element, new AbortController().signal)),
  );
  if (stage.dataset.taken !== undefined) return;
  const own = ownSettings(data);
  const style: ReadingStyle = {
    isDark: own.darkTheme ?? getComputedStyle(document.documentElement).colorScheme === "dark",
    service: data.service,
    fontRule: "",
  };
  for (const content of contents) {
    if (!content || !beginsWithPolicy(content)) return;
    showLanguage(content, shownLanguage(data, own.preferredLanguage));
    if (leaf.kind === "fixed") dressFixed(content, style, data.activeClass);
    else if (!showPage(content, leaf, size, style, data)) return;
  }
  if (leaf.kind === "fixed") placeFixed(leaf, elements, size);
  leafElement.dataset.shown = "";
}

function openedFrame(leafElement: HTMLElement, item: SpineItem, data: EarlyData): HTMLIFrameElement {
  const element = leafElement.appendChild(makeFrame(item, data.title));
  if (!writeDocument(element, item, data)) element.src = addressOf(data, item);
  return element;
}

/** @returns false for a scrolled document that was left in its middle, which is the reader's */
function showPage(
  content: Document,
  leaf: FlowLeafModel,
  page: { width: number; height: number },
  style: ReadingStyle,
  { fraction, activeClass }: EarlyData,
): boolean {
  const dress = { leaf, page, style, activeClass };
  const geometry = dressFlow(content, dress);
  if (!geometry) return fraction === 0;
  if (fraction === 0) {
    settleColumns(content, geometry, dress);
    return true;
  }
  const shown = pageAtFraction(fraction, measureFlow(content, geometry, dress));
  content.documentElement.scrollTo({ ...offsetOfPage(content, geometry, shown), behavior: "instant" });
  return true;
}

/** Two of the settings that this device keeps; whatever is broken in them counts as not said. */
function ownSettings({ uid, kept }: EarlyData): { darkTheme: boolean | null; preferredLanguage: string | null } {
  try {
    const stored = JSON.parse(localStorage.getItem(preferenceKey) ?? "{}")?.[uid];
    // Undefined is dropped on the way here, so what the server doesn't keep is not in it.
    const own = { ...stored, ...kept };
    return {
      darkTheme: typeof own.darkTheme === "boolean" ? own.darkTheme : null,
      preferredLanguage: typeof own.preferredLanguage === "string" ? own.preferredLanguage : null,
    };
  } catch {
    return { darkTheme: null, preferredLanguage: null };
  }
}

/** The hints for the reader's own script mean something again. */
function askForReader(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel="${lateModule}"]`))
    link.rel = "modulepreload";
}

document.addEventListener("DOMContentLoaded", askForReader);
const stage = document.querySelector<HTMLElement>("[data-early-stage]");
const data = document.getElementById("early-data")?.textContent;
if (stage && data) void showFirstPage(stage, JSON.parse(data) as EarlyData).catch(() => undefined);
