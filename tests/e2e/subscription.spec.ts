import { expect, type Route } from "@playwright/test";
import { test } from "#tests/support/browser-test";
import { bankOf, enterCard, fillCheckout, registerFamily } from "#tests/support/sign-up-form";

/** A family's subscription: cards, plan, coupon, cancellation. docs/product/shell.md#card-payment. */

test("a family adds cards, changes the plan, redeems a coupon, cancels, reverts and restarts a card form", async ({
  page,
}) => {
  await registerFamily(page);
  await enterCard(page, "4242424242424242", /^Betala/);
  await page.getByRole("button", { name: "Börja läsa" }).click();
  await page.waitForURL("**/bookshelf");
  await page.goto("/subscription");

  await page.getByRole("button", { name: "Lägg till kort", exact: true }).click();
  await enterCard(page, "4000002760003184", /^Spara/);
  await bankOf(page).getByRole("button").first().click();
  await expect(page.getByText("Kortet har sparats")).toBeVisible();
  await expect(page.getByText("3184")).toBeVisible();

  // The new card is charged, and its bank requires authentication every time.
  const choose = async () => {
    const yearly = page.getByLabel(/^Årsvis/);
    // The section may still be open from the first attempt.
    if (!(await yearly.isVisible())) await page.getByText("Byt abonnemang").click();
    await yearly.check();
    await page.getByRole("button", { name: "Byt till det här" }).click();
    await page.getByRole("button", { name: /^Betala .* och byt$/ }).click();
  };
  await choose();
  await bankOf(page).getByRole("button").last().click();
  await expect(page.getByText("Banken bekräftade inte att det är du.")).toBeVisible();
  await expect(page.getByText("Banken har inte bekräftat bytet")).toBeHidden();
  await choose();
  await bankOf(page).getByRole("button").first().click();
  await expect(page.getByText("Ditt abonnemang har ändrats.")).toBeVisible();

  await page.getByText("Har du en rabattkod?").click();
  await page.getByLabel("Rabattkod").fill("HALF3");
  await page.getByRole("button", { name: "Använd", exact: true }).click();
  await expect(page.getByText("Ogiltig rabattkod!")).toBeVisible();
  await page.getByLabel("Rabattkod").fill("YEAR10");
  await page.getByRole("button", { name: "Använd", exact: true }).click();
  await page.getByRole("button", { name: /^Använd koden, nästa betalning/ }).click();
  await expect(page.getByText("Rabattkoden har lagts till.")).toBeVisible();

  await page.getByRole("button", { name: /^Använd .*4242/ }).click();
  await expect(page.getByText("Det här kortet debiteras från och med nu.")).toBeVisible();

  await page.getByRole("button", { name: "Säg upp abonnemanget" }).click();
  await expect(page.getByRole("heading", { name: "Säga upp abonnemanget?" })).toBeVisible();
  await page.getByRole("button", { name: "Säg upp abonnemanget" }).click();
  await page.getByRole("button", { name: "Behåll abonnemanget", exact: true }).click();
  await page.getByRole("button", { name: /^Behåll abonnemanget, / }).click();
  await expect(page.getByRole("button", { name: "Säg upp abonnemanget" })).toBeVisible();

  // The provider stores the card but its reply is lost: a repeated request shows the card as saved.
  const add = page.getByRole("button", { name: "Lägg till kort", exact: true });
  await add.click();
  const loseReply = async (route: Route) => {
    const [url, body] = [route.request().url(), route.request().postData() ?? ""];
    await page.evaluate((sent) => fetch(sent.url, { method: "POST", body: new URLSearchParams(sent.body) }), {
      url,
      body,
    });
    await route.abort();
  };
  await page.route("**/setup_intents/*/confirm", loseReply, { times: 1 });
  await enterCard(page, "5555555555554444", /^Spara/);
  await expect(page.getByText("Kortet har sparats")).toBeVisible();
  await expect(page.getByText("Mastercard som slutar på 4444")).toBeVisible();

  // The provider no longer accepts a card in that form: it is closed and the card must be entered again.
  await add.click();
  const error = { type: "invalid_request_error", code: "setup_intent_unexpected_state", message: "" };
  const refuse = (route: Route) => route.fulfill({ status: 400, json: { error } });
  await page.route("**/setup_intents/*/confirm", refuse, { times: 1 });
  await enterCard(page, "4242424242424242", /^Spara/);
  await expect(page.getByText("Kortformuläret är för gammalt.")).toBeVisible();
  await expect(add).toBeVisible();

  // Within 14 days the family withdraws from the contract: the sum is shown, and comes back once.
  await page.getByRole("link", { name: "Ångra avtalet här" }).first().click();
  await expect(page.getByText("Du får tillbaka")).toBeVisible();
  await page.getByRole("button", { name: "Bekräfta att du ångrar avtalet" }).click();
  await expect(page.getByText("Vi har tagit emot ditt meddelande")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Bekräfta att du ångrar avtalet" })).toBeHidden();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a family pauses its plan and takes the pause back", async ({ page }) => {
    await registerFamily(page);
    await page.getByRole("button", { name: /^Betala/ }).click();
    await fillCheckout(page, "4242424242424242");
    await page.waitForURL("**/signup/success**");
    await page.goto("/subscription");
    await page.getByText("Ta en paus").click();
    await page.getByRole("button", { name: "Pausa 2 månader" }).click();
    await page.getByRole("button", { name: /^Pausa, nästa betalning 79,00/ }).click();
    await page.getByRole("button", { name: "Ta tillbaka pausen" }).click();
    await page.getByRole("button", { name: /^Behåll abonnemanget, 79,00/ }).click();
    await expect(page.getByText("Ditt abonnemang fortsätter.").first()).toBeVisible();
    await expect(page.getByText("Ta en paus")).toBeVisible();
  });

  test("somebody who is not signed in sees what is sent, corrects it, and gets the same answer for an unknown number", async ({
    page,
  }) => {
    await page.goto("/");
    await page.getByRole("link", { name: "Ångra avtalet här" }).click();
    await page.getByLabel("Ditt namn").fill("Ada Berg");
    await page.getByLabel("Ordernummer").fill("12");
    await page.getByLabel("E-postadress").fill("ada@home.example");
    await page.getByRole("button", { name: "Fortsätt" }).click();
    await expect(page.getByLabel("Ordernummer")).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Ordernummer").fill("4f7a 01c2 99b0 7e5d a3f1");
    await page.getByRole("button", { name: "Fortsätt" }).click();
    await expect(page.getByText("4F7A-01C2-99B0-7E5D-A3F1")).toBeVisible();
    await page.getByRole("button", { name: "Ändra" }).click();
    await expect(page.getByLabel("Ditt namn")).toHaveValue("Ada Berg");
    await page.getByRole("button", { name: "Fortsätt" }).click();
    await page.getByRole("button", { name: "Bekräfta att du ångrar avtalet" }).click();
    await expect(page.getByText("Vi har tagit emot ditt meddelande")).toBeVisible();
    await expect(page.getByText(/^Mottaget /)).toBeVisible();
    expect((await page.goto("/cancel-contract"))?.status()).toBe(404);
  });
});
