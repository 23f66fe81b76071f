import { preferenceKey } from "../settings/preference-key";
import { dressFixed, placeFixed } from "../view/fixed-layout";
import { dressFlow, measureFlow, offsetOfPage, pageAtFraction } from "../view/flow-layout";
import { beginsWithPolicy, documentOf } from "../view/frame";
import type { ReadingStyle } from "../view/frame-style";
import { stageSize } from "../view/leaf-view";
import { itemsOf, leafOfItem, planLeaves } from "../view/leaves";
import { placeToReturnTo } from "../view/return-place";
import { showLanguage } from "../view/shown-language";
import { type EarlyData, shownLanguage } from "./early-data";

/**
 * Shows the first page before the reader's own script has come: a program of its own, some kilobytes small. It dresses the frame that
 * the server wrote exactly as the reader will, so that nothing moves when the reader takes over. Where anything is not as expected it
 * leaves all to the reader.
 */
async function showFirstPage(stage: HTMLElement): Promise<void> {
  const data = JSON.parse(stage.dataset.early ?? "") as EarlyData;
  const element = stage.querySelector<HTMLIFrameElement>("iframe[data-spine]");
  const [first] = data.items;
  if (!element || !first || placeToReturnTo(location.pathname) !== null) return;
  const size = stageSize(stage);
  const leaves = planLeaves(data.items, data.progression, size);
  const leaf = leaves[leafOfItem(leaves, first.index)];
  // A spread needs its other page, which only the reader brings.
  if (!leaf || itemsOf(leaf).length !== 1) return;
  const content = await documentOf(element, new AbortController().signal);
  if (!content || !beginsWithPolicy(content) || stage.dataset.taken !== undefined) return;
  const own = ownSettings(data);
  const style: ReadingStyle = {
    isDark: own.darkTheme ?? getComputedStyle(document.documentElement).colorScheme === "dark",
    service: data.service,
    fontRule: "",
  };
  const leafElement = element.parentElement as HTMLElement;
  leafElement.className = `book-leaf book-leaf-${leaf.kind}`;
  showLanguage(content, shownLanguage(data, own.preferredLanguage));
  if (leaf.kind === "flow") {
    const dress = { leaf, page: size, style, activeClass: data.activeClass };
    const geometry = dressFlow(content, dress);
    // A scrolled document that was left in its middle is the reader's.
    if (!geometry && data.fraction > 0) return;
    if (geometry) {
      const page = pageAtFraction(data.fraction, measureFlow(content, geometry, dress));
      content.documentElement.scrollTo({ ...offsetOfPage(content, geometry, page), behavior: "instant" });
    }
  } else {
    dressFixed(content, style, data.activeClass);
    placeFixed(leaf, new Map([[first, element]]), size);
  }
  leafElement.dataset.shown = "";
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

const stage = document.querySelector<HTMLElement>("[data-early]");
if (stage) void showFirstPage(stage).catch(() => undefined);
