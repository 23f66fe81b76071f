import type { Page } from "@playwright/test";

/**
 * Waits for the page's animations to end. Ignores those of hidden elements (a closed menu), which never end, and
 * endless ones; a cancelled one (the loading bar) counts as ended.
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => {
      const isEndless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      return !isEndless && effect instanceof KeyframeEffect && effect.target?.checkVisibility();
    });
    await Promise.all(moving.map((animation) => animation.finished.catch(() => undefined)));
  });
}
