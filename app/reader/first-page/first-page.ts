import type { SpineItem } from "~/epub/book";
import { type Comfort, defaultComfort, readComfort } from "~/reader/settings/comfort";
import { openingLanguage } from "~/reader/settings/languages";
import { preferenceKey } from "~/reader/settings/preference-key";
import { defaultLayout, type ReadingLayout, readLayout } from "~/reader/settings/reading-layout";
import { readTextStyle, type TextStyle } from "~/reader/settings/text-style";
import { applyFixedStyles, placeFixed } from "~/reader/view/fixed-layout";
import {
  applyFlowStyles,
  type FlowSpreadModel,
  measureFlow,
  offsetOfPage,
  settleColumns,
} from "~/reader/view/flow-layout";
import { beginsWithPolicy, documentOf, makeFrame, whenLoaded } from "~/reader/view/frame";
import type { ReadingStyle } from "~/reader/view/frame-style";
import { lettersOfDocument, pageOfBox, pageOfPart } from "~/reader/view/letters-of-document";
import { placeToReturnTo } from "~/reader/view/return-place";
import { ScrolledPages } from "~/reader/view/scrolled-pages";
import { showLanguage } from "~/reader/view/shown-language";
import { stageSize } from "~/reader/view/spread-view";
import { inPageMode, itemsOf, planSpreads, spreadOfItem } from "~/reader/view/spreads";
import { addressOf, type FirstPageData } from "./first-page-data";
import { markFirstPageShown } from "./first-page-shown";
import { writeDocument } from "./frame-document";
import { holdKeys } from "./held-keys";

/**
 * Shows the first page before the reader's script has loaded: a separate program of a few kilobytes, inlined in the
 * page. It creates the same frames as the reader, with the documents sent in the page, and applies the same styles, so
 * that nothing moves when the reader takes over. In any unexpected case it leaves the whole page to the reader.
 * Decisions 17 and 24.
 * @returns a promise that resolves when the page is shown; a fixed page including its images
 */
async function showFirstPage(stage: HTMLElement, json: string): Promise<void> {
  await afterOtherTasks();
  const data = JSON.parse(json) as FirstPageData;
  // sessionStorage is read on such a page only: the read is a synchronous call to another process and would delay the
  // page.
  if (mayReturn() && placeToReturnTo(data.uid, location.pathname) !== null) return;
  const size = stageSize(stage);
  const own = ownSettings(data);
  const spreads = planSpreads(inPageMode(data.items, own.layout.pages), data.progression, size);
  const spread = spreads[spreadOfItem(spreads, data.first)];
  if (!spread) return;
  const spreadElement = stage.appendChild(document.createElement("div"));
  spreadElement.className = `book-spread book-spread-${spread.kind}`;
  const elements = new Map(itemsOf(spread).map((item) => [item, openedFrame(spreadElement, item, data)]));
  const contents = await Promise.all(
    [...elements.values()].map((element) => documentOf(element, new AbortController().signal)),
  );
  if (stage.dataset.adopted !== undefined) return;
  const style: ReadingStyle = {
    isDark: own.darkTheme ?? getComputedStyle(document.documentElement).colorScheme === "dark",
    service: data.service,
    fontRule: "",
    comfort: own.comfort,
    layout: own.layout,
    hidden: own.skipped,
    textStyle: own.textStyle,
  };
  for (const content of contents) {
    if (!content || !beginsWithPolicy(content)) return;
    showLanguage(content, openingLanguage(data.languages, own.preferredLanguage, data.ownLanguage, own.spokenLanguage));
    if (spread.kind === "fixed") applyFixedStyles(content, style, data.activeClass);
    else showPage(content, spread, size, style, data);
  }
  if (spread.kind === "fixed") placeFixed(spread, elements, size);
  spreadElement.dataset.shown = "";
  if (spread.kind === "fixed") await whenLoaded(documentsIn(elements.values()));
}

/** After a reload or a sign-in. */
function mayReturn(): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation?.type === "reload" || document.referrer.includes("/login");
}

function documentsIn(elements: Iterable<HTMLIFrameElement>) {
  return Array.from(elements).flatMap((element) => {
    const content = element.contentDocument;
    return content ? [{ element, document: content }] : [];
  });
}

function openedFrame(spreadElement: HTMLElement, item: SpineItem, data: FirstPageData): HTMLIFrameElement {
  const element = spreadElement.appendChild(makeFrame(item, data.title));
  if (!writeDocument(element, item, data)) element.src = addressOf(data, item);
  return element;
}

function showPage(
  content: Document,
  spread: FlowSpreadModel,
  page: { width: number; height: number },
  style: ReadingStyle,
  { fraction, activeClass, languages }: FirstPageData,
): void {
  const styles = { spread, page, style, activeClass, language: languages.mainLanguage };
  const geometry = applyFlowStyles(content, styles, fraction);
  if (!geometry) {
    const scrolled = new ScrolledPages(content, page);
    scrolled.goTo(scrolled.pageAtFraction(fraction), false);
    return;
  }
  if (fraction === 0) {
    settleColumns(content, geometry, styles);
    return;
  }
  const pages = measureFlow(content, geometry, styles);
  const letters = lettersOfDocument(content, (box) => pageOfBox(content, geometry, box));
  const pageIndex = pageOfPart(letters, fraction, pages);
  content.documentElement.scrollTo({ ...offsetOfPage(content, geometry, pageIndex), behavior: "instant" });
}

type OwnSettings = {
  darkTheme: boolean | null;
  preferredLanguage?: string | null;
  spokenLanguage?: string | null;
  comfort: Comfort;
  layout: ReadingLayout;
  skipped: readonly string[];
  textStyle: TextStyle;
};

/** This device's settings that the first page depends on; invalid ones count as not set. */
function ownSettings({ uid, preferences }: FirstPageData): OwnSettings {
  try {
    const stored = JSON.parse(localStorage.getItem(preferenceKey) ?? "{}")?.[uid];
    // JSON drops undefined, so settings that the server doesn't store are absent and don't overwrite the device's.
    const own = { ...stored, ...preferences };
    return {
      darkTheme: typeof own.darkTheme === "boolean" ? own.darkTheme : null,
      preferredLanguage: isLanguage(own.preferredLanguage) ? own.preferredLanguage : undefined,
      spokenLanguage: isLanguage(own.spokenLanguage) ? own.spokenLanguage : undefined,
      comfort: readComfort(own.comfort),
      layout: readLayout(own.layout),
      skipped: Array.isArray(own.skipped) ? own.skipped : [],
      textStyle: readTextStyle(own.textStyle),
    };
  } catch {
    return { darkTheme: null, comfort: defaultComfort, layout: defaultLayout, skipped: [], textStyle: "book" };
  }
}

function isLanguage(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

/** Milliseconds after which the page is hydrated even if the first page is not shown yet. */
const firstPageTimeLimit = 800;

/** Hydrating in the same task would delay the paint. A hidden tab never paints; the timeout covers that case. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/**
 * Yields to pending tasks: building the first page is one long task, and the browser creates its drawing surface before
 * it only if it gets a chance to.
 */
function afterOtherTasks(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

const parsed = new Promise<unknown>((resolve) => document.addEventListener("DOMContentLoaded", resolve));
const timeLimitReached = new Promise<unknown>((resolve) => setTimeout(resolve, firstPageTimeLimit));
const stage = document.querySelector<HTMLElement>("[data-first-page-stage]");
const json = document.getElementById("first-page-data")?.textContent;
if (stage) holdKeys(stage);
const firstPagePainted = stage && json ? showFirstPage(stage, json).then(painted, () => undefined) : null;
void Promise.all([parsed, Promise.race([firstPagePainted, timeLimitReached])]).then(markFirstPageShown);
