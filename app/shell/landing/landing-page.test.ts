import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { pageServer } from "#tests/support/page-server";
import { addSampleBook } from "#tests/support/sample-book";
import { Browser, sessionScene } from "#tests/support/session-scene";
import { startStripeStandIn } from "#tests/support/stripe-stand-in";
import { processBackend } from "~/composition/process-backend.server";
import { ServiceError } from "~/services/contracts/service-error";

/** The front page before an account, against the stand-in for the payment provider. docs/product/shell.md#screens. */

const standIn = await startStripeStandIn({ port: 0 });
const databases = await sessionScene(["se"], {
  ...standIn.environment,
  STRIPE_SECRET_KEY_NO: undefined,
  STRIPE_PUBLISHABLE_KEY_NO: undefined,
  OPERATOR_NAME_SE: "Fabel Böcker AB",
  OPERATOR_ADDRESS_SE: "Storgatan 1, 111 22 Stockholm",
  OPERATOR_EMAIL_SE: "hjalp@fabel.example",
  OPERATOR_PHONE_SE: "08-123 456 00",
  OPERATOR_NAME_DE: "Fabel GmbH",
  OPERATOR_ADDRESS_DE: "Lindenstraße 4, 10969 Berlin",
});
const pages = await pageServer();
afterAll(() => standIn.close());
afterEach(() => vi.restoreAllMocks());

const landing = async (realm: string) => {
  const response = await pages.get(new Browser(`https://${realm}.localhost`), "/");
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll("\u00a0", " ").replaceAll("<!-- -->", "");
};
const linksOf = (html: string) => [...html.matchAll(/<a[^>]*href="([^"]*)"/g)].map(([, href]) => href ?? "");

test("offers the trial before the plans, each plan with its price, VAT and renewal, without script", async () => {
  const html = await landing("se");
  const signups = linksOf(html).filter((href) => href.startsWith("/signup"));
  expect(signups.slice(0, 2)).toEqual(["/signup?plan=trial", "/signup?plan=trial"]);
  expect(signups.slice(2)).toEqual(["/signup?plan=price_family_year_se", "/signup?plan=price_family_month_se"]);
  expect(html).toContain("79,00 kr");
  expect(html).toMatch(/25 % moms/);
  expect(html).toContain("i månaden");
  expect(html).toContain("Du sparar");
  expect(html).toContain("Förnyas varje månad tills du säger upp.");
  expect(html).not.toMatch(/<script[^>]*src=/);
  expect(html).toMatch(/<meta name="description" content="Fabel läser barnböcker högt/);
});

test("states prices without VAT in the United States", async () => {
  const html = await landing("us");
  expect(html).toContain("Sales tax is added only where it’s due.");
  expect(html).not.toContain("VAT");
});

describe("without prices", () => {
  const getProducts = () => vi.spyOn(processBackend().clients.payment, "getProducts");

  test("given a provider that is down, then the page is whole, with the trial", async () => {
    getProducts().mockRejectedValue(new ServiceError(502, "get_products_failed", "down"));
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const html = await landing("se");
    expect(html).toContain("14 dagar gratis");
    expect(html).not.toMatch(/\d kr/);
    expect(html).toContain("Fabel Böcker AB");
  });

  test("given a provider that does not respond, then the page does not wait for it", async () => {
    getProducts().mockReturnValue(new Promise(() => undefined));
    expect(await landing("se")).toContain("14 dagar gratis");
  });

  test("given a country that takes no payments, then nothing is offered", async () => {
    const html = await landing("no");
    expect(linksOf(html).filter((href) => href.startsWith("/signup"))).toEqual([]);
    expect(html).not.toContain("14 dager gratis");
  });
});

describe("the seller", () => {
  test("is named with address and contact", async () => {
    const html = await landing("se");
    for (const fact of [
      "Fabel Böcker AB",
      "Storgatan 1",
      "111 22 Stockholm",
      "mailto:hjalp@fabel.example",
      "tel:0812345600",
    ]) {
      expect(html).toContain(fact);
    }
  });

  test("is not named in part: given no telephone, then not at all", async () => {
    expect(await landing("de")).not.toContain("Fabel GmbH");
  });
});

describe("sample books", () => {
  test("are linked where the country has some, and open; elsewhere there is no heading for them", async () => {
    await addSampleBook(databases, { id: "sample", realms: ["fi", "fr"], sampleIn: ["fi"] });
    expect(linksOf(await landing("fi"))).toContain("/try/sample");
    const french = await landing("fr");
    expect(linksOf(french)).not.toContain("/try/sample");
    expect(french).not.toContain("Des livres entiers");
    const get = (realm: string) => pages.get(new Browser(`https://${realm}.localhost`), "/try/sample");
    expect((await get("fr")).status).toBe(404);
  });

  test("given an unavailable library, then the page is shown without them", async () => {
    const { library } = processBackend().clients;
    vi.spyOn(library, "getSamples").mockRejectedValue(new ServiceError(503, "unavailable", "down"));
    expect(await landing("uk")).toContain("Try free for 14 days");
  });
});
