import type { Page } from "@playwright/test";

/**
 * The code just sent by the open step-up page, from the demo's outbox. Other tests send codes at the same time, so the
 * message is identified by the number shown on the page.
 */
export async function sentCode(page: Page): Promise<string> {
  await page.locator("input[name=code]").waitFor();
  const hint = await page
    .getByText(/•••• \d\d/)
    .first()
    .textContent();
  const ending = /•••• (\d\d)/.exec(hint ?? "")?.[1];
  const outbox = await page.context().newPage();
  await outbox.goto(new URL("/outbox", page.url()).href);
  const recipient = outbox.getByText(new RegExp(`^\\+?\\d+${ending}$`));
  const message = await outbox.locator("article").filter({ has: recipient }).first().locator("p").textContent();
  await outbox.close();
  const code = /(?<!\d)\d{6}(?!\d)/.exec(message ?? "")?.[0];
  if (!code) throw new Error(`the outbox holds no code for a number that ends in ${ending}`);
  return code;
}
