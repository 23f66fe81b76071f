import { type Browser, test as base } from "@playwright/test";

/** How many times slower the browser's processor is: BROWSER_SLOWDOWN=4 finds tests that wait for a time instead of an event. */
const slowdown = Number(process.env.BROWSER_SLOWDOWN ?? "1");

/** `test` of the browser tests. */
export const test =
  slowdown === 1
    ? base
    : base.extend<object, { browser: Browser }>({
        browser: [
          async ({ browser }, use) => {
            browser.on("context", (context) => {
              context.on("page", async (page) => {
                const session = await context.newCDPSession(page);
                await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
              });
            });
            await use(browser);
          },
          { scope: "worker" },
        ],
      });
