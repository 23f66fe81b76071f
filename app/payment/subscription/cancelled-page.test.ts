import { sql } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { Browser } from "#tests/support/session-scene";
import { signupOrigin, signupScene } from "#tests/support/signup-scene";

/** A plan that was cancelled without signing in, for a later day than its paid time. docs/decisions/0095-stated-cancellations.md. */

const scene = await signupScene();
afterAll(() => scene.standIn.close());

const day = 24 * 3600;

it("shows the day on which the plan ends, offers no pause, and takes the cancellation back once the next sum is shown", async () => {
  const browser = new Browser(signupOrigin);
  const email = scene.newAddress();
  await scene.signUp(browser, email);
  await scene.pay(email, "pm_card_visa");
  browser.take(await scene.pages.post(browser, "/signup/success", {}));
  const customer = await scene.customerOf(email);
  const [plan] = (await scene.stripe.subscriptions.list({ customer })).data;
  const paidUntil = plan?.items.data[0]?.current_period_end ?? 0;
  const endsOn = new Date((paidUntil + 5 * day) * 1000).toISOString().slice(0, 10);
  const stated = { name: "Ida Berg", orderNumber: "", email, type: "ordinary", reason: null, endsOn };
  await scene.databases.eu.execute(sql`
    insert into payment.contract_statements (realm, kind, order_id, stated)
    select realm, 'cancellation', id, ${JSON.stringify(stated)}::jsonb from payment.orders
    where email = ${email} and status = 'completed'`);
  const text = await scene.textOf(browser, "/subscription");
  expect(text).toMatch(/Uppsagt till \d+ \p{L}+ \d{4}/u);
  expect(text).not.toContain("Ta en paus");
  expect(text).not.toContain("Säg upp abonnemanget");
  const post = (form: Record<string, string>) =>
    scene.pages.post(browser, "/subscription", { intent: "go-on", ...form });
  const shown = await (await post({})).text();
  expect(shown).toMatch(/Behåll abonnemanget, 79,00.kr den/);
  browser.take(await post({ previewId: /name="previewId" value="([^"]+)"/.exec(shown)?.[1] ?? "" }));
  const after = await scene.textOf(browser, "/subscription");
  expect(after).not.toContain("Uppsagt till");
  expect(after).toContain("Säg upp abonnemanget");
});
