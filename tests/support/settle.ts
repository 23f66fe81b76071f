import type { Page } from "@playwright/test";

/**
 * Waits for what moves on a page to arrive. What is hidden (a closed menu) never does, what goes round never ends, and what is
 * taken away on its way (the loader's bar) has arrived too.
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
