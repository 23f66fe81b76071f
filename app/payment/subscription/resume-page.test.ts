import { afterAll, describe, expect, it } from "vitest";
import { Browser } from "#tests/support/session-scene";
import { signupOrigin, signupScene } from "#tests/support/signup-scene";

/** A running pause that ends with a payment, over the pages as a browser without script gets them. */

const scene = await signupScene();
afterAll(() => scene.standIn.close());

const day = 24 * 3600;

/** A family whose paid time ended three days ago, in a pause, and whose card is a test card. */
async function pausedFamily(card: string) {
  const browser = new Browser(signupOrigin);
  const email = scene.newAddress();
  scene.standIn.clock.advance(-34 * day);
  await scene.signUp(browser, email);
  await scene.pay(email, "pm_card_visa");
  const customer = await scene.customerOf(email);
  const [plan] = (await scene.stripe.subscriptions.list({ customer })).data;
  const id = plan?.id ?? "";
  const pausedFrom = plan?.items.data[0]?.current_period_end ?? 0;
  await scene.port.pause(id, { until: pausedFrom + 60 * day, pausedFrom }, `pause-${id}`);
  scene.standIn.clock.advance(34 * day);
  browser.take(await scene.pages.post(browser, "/signup/success", {}));
  const post = (form: Record<string, string>) => scene.pages.post(browser, "/subscription", form);
  const method = await scene.stripe.paymentMethods.attach(card, { customer });
  browser.take(await post({ intent: "make-default", id: method.id }));
  /** Presses the button that names the sum. */
  async function pay() {
    const shown = await (await post({ intent: "resume" })).text();
    expect(shown).toMatch(/Betala 79,00.kr och läs igen/);
    return post({ intent: "resume", previewId: /name="previewId" value="([^"]+)"/.exec(shown)?.[1] ?? "" });
  }
  const statusOf = async () => (await scene.stripe.subscriptions.retrieve(id)).status;
  return { browser, email, pay, statusOf };
}

describe("given a running pause", () => {
  it("then the sum is shown first, and paid, and the plan goes on", async () => {
    const { browser, email, pay, statusOf } = await pausedFamily("pm_card_visa");
    expect(await scene.visit(browser, "/subscription")).toContain("Läs igen nu");
    expect(browser.take(await pay())).toBe("/subscription");
    expect(await scene.visit(browser, "/subscription")).toContain("Ditt abonnemang fortsätter.");
    expect([await statusOf(), await scene.charges(email)]).toEqual(["active", 2]);
  });

  it("and a card that is declined, then the plan's section says so, in a message that takes the focus, and the pause stays", async () => {
    const { browser, email, pay, statusOf } = await pausedFamily("pm_card_chargeCustomerFail");
    const html = await (await pay()).text();
    expect(html).toMatch(/role="alert" tabindex="-1".*Banken nekade kortet\./is);
    expect(await scene.visit(browser, "/subscription")).toContain("Läs igen nu");
    expect([await statusOf(), await scene.charges(email)]).toEqual(["trialing", 1]);
  });

  it("and a bank that asks, then a page without script has a link to the provider's page", async () => {
    const { pay } = await pausedFamily("pm_card_threeDSecure2Required");
    expect(await (await pay()).text()).toMatch(/<noscript><a href="[^"]+"[^>]*>Bekräfta på/);
  });
});
