import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { Browser } from "#tests/support/session-scene";
import { monthlyPrice as monthly, signupForm, signupOrigin, signupScene } from "#tests/support/signup-scene";

/** The first page of sign-up: plan and account. docs/product/shell.md#sign-up-payment. */

const { standIn, databases, pages, newAddress, stepOf, customerOf, signUp, follow, textOf } = await signupScene();
afterAll(() => standIn.close());
const yearly = "price_family_year_se";
const withoutKeys = "https://no.localhost";

describe("sign-up page", () => {
  it("returns 400 with every field error, keeps the input and drops the password", async () => {
    const browser = new Browser(signupOrigin);
    const form = signupForm("nobody", { firstname: "", password: "short", privacy: "" });
    const response = await pages.post(browser, "/signup", form);
    expect(response.status).toBe(400);
    const html = await response.text();
    for (const field of ["firstname", "email", "password", "privacy"]) expect(html).toContain(`signup-${field}`);
    expect(html).not.toContain('value="short"');
    expect(html).toContain('value="nobody"');
  });

  it("returns 400 for an e-mail address of another user", async () => {
    const email = newAddress();
    await signUp(new Browser(signupOrigin), email);
    const other = await pages.post(
      new Browser(signupOrigin),
      "/signup",
      signupForm(email, { password: "another-otter-9" }),
    );
    expect(other.status).toBe(400);
    expect(await other.text()).toContain("E-postadressen används redan.");
  });

  it("returns 400 for an address that somebody of another username has confirmed", async () => {
    const email = newAddress();
    // A trigger takes the confirmation of a new address back, so it is confirmed in a second statement.
    await databases.eu.execute(sql`update directory.users set email = ${email} where username = 'teacher.se'`);
    await databases.eu.execute(sql`update directory.users set email_verified = true where username = 'teacher.se'`);
    const response = await pages.post(new Browser(signupOrigin), "/signup", signupForm(email));
    const html = await response.text();
    expect([response.status, html.includes("E-postadressen används redan.")]).toEqual([400, true]);
    expect(html).toContain(`value="${email}"`);
  });

  it("returns 400 for a password that is just the own name, and says so", async () => {
    const form = signupForm(newAddress(), { password: "Ida.Berg2015" });
    const response = await pages.post(new Browser(signupOrigin), "/signup", form);
    const html = await response.text();
    expect([response.status, html.includes("Det här lösenordet är bara ditt namn")]).toEqual([400, true]);
    expect(html).not.toContain("Ida.Berg2015");
  });

  it("offers the trial first, also by ?plan=trial, and links to the other countries' sites", async () => {
    const offeredOn = async (path: string) => {
      const html = await (await pages.get(new Browser(signupOrigin), path)).text();
      const inputs = [...html.matchAll(/<input[^>]*name="priceId"[^>]*>/g)].map(([input]) => ({
        value: /value="([^"]*)"/.exec(input)?.[1],
        isChosen: input.includes("checked"),
      }));
      return { html, inputs };
    };
    for (const path of ["/signup", "/signup?plan=trial", "/signup?plan=nothing"]) {
      const { html, inputs } = await offeredOn(path);
      expect(inputs).toEqual([
        { value: "trial", isChosen: true },
        { value: monthly, isChosen: false },
        { value: yearly, isChosen: false },
      ]);
      expect(html).toContain('href="https://fr.localhost/signup"');
      expect(html).not.toContain('href="https://se.localhost/signup"');
    }
    const { inputs } = await offeredOn(`/signup?plan=${yearly}`);
    expect(inputs.filter(({ isChosen }) => isChosen).map(({ value }) => value)).toEqual([yearly]);
  });

  it("given the trial, then it starts without a card, and the result page says until when", async () => {
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await follow(
      browser,
      await pages.post(browser, "/signup", signupForm(email, { priceId: "trial" })),
      "/signup/success",
    );
    const success = await textOf(browser, "/signup/success");
    expect(success).toMatch(/Du kan läsa gratis till och med den \d+ \p{L}+ \d{4}/u);
    expect(success).not.toContain("Kvittot är på väg");
    expect(browser.take(await pages.post(browser, "/signup/success", { next: "child" }))).toBe("/profile/children/new");
    expect((await pages.get(browser, "/profile/children/new")).status).toBe(200);
    expect(await customerOf(email)).toBe("");
  });

  it("given a provider that is down, then the trial can still be started", async () => {
    standIn.faults.add({ kind: "unavailable" });
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await follow(
      browser,
      await pages.post(browser, "/signup", signupForm(email, { priceId: "trial" })),
      "/signup/success",
    );
    standIn.faults.clear();
    expect((await pages.get(browser, "/bookshelf")).status).toBe(200);
  });

  it("given an address that had a trial, then the payment step says so", async () => {
    const email = newAddress();
    const browser = new Browser(signupOrigin);
    await follow(
      browser,
      await pages.post(browser, "/signup", signupForm(email, { priceId: "trial" })),
      "/signup/success",
    );
    await databases.eu.execute(sql`
      delete from directory.subscription_periods where user_id = (select id from directory.users where email = ${email})`);
    const again = new Browser(signupOrigin);
    await follow(again, await pages.post(again, "/signup", signupForm(email, { priceId: "trial" })), "/signup/payment");
    expect(await stepOf(again)).toContain("Den här e-postadressen har redan haft en provperiod.");
  });

  it("returns 400 for a country that has a separate site", async () => {
    const response = await pages.post(
      new Browser(signupOrigin),
      "/signup",
      signupForm(newAddress(), { country: "fr" }),
    );
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Det här landet har en egen webbplats.");
  });

  it("redirects a signed-in user", async () => {
    const browser = new Browser(signupOrigin);
    await signUp(browser, newAddress());
    const response = await pages.get(browser, "/signup");
    expect(response.status).toBe(302);
  });
});

it("given no registered family, then the payment step redirects to sign-up", async () => {
  expect(new Browser(signupOrigin).take(await pages.get(new Browser(signupOrigin), "/signup/payment"))).toBe("/signup");
});

it("given a realm without payment keys, then the sign-up page shows that a key is missing", async () => {
  const html = await (await pages.get(new Browser(withoutKeys), "/signup")).text();
  expect(html).toContain("En offentlig Stripe-nøkkel kreves.");
});
