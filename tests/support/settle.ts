import type { Page } from "@playwright/test";

/** Waits for what moves on a page to arrive. What is hidden (a closed menu) never does, and what goes round never ends. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => {
      const isEndless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      return !isEndless && effect instanceof KeyframeEffect && effect.target?.checkVisibility();
    });
    await Promise.all(moving.map((animation) => animation.finished));
  });
}
