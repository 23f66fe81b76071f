import { beforeAll, describe, expect, test } from "vitest";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { Browser, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { legalPages } from "~/realms/legal-text";

let pages: PageServer;
beforeAll(async () => {
  await sessionScene(["se"], {
    OPERATOR_NAME_SE: "Böcker AB",
    OPERATOR_EMAIL_SE: "hjalp@bocker.example",
    OPERATOR_NAME_FI: "Kirjat Oy",
    OPERATOR_ADDRESS_FI: "Katu 1, 00100 Helsinki",
    OPERATOR_EMAIL_FI: "apua@kirjat.example",
    OPERATOR_PHONE_FI: "+358 9 123",
  });
  pages = await pageServer();
});

const visitor = (realm: string) => new Browser(`https://${realm}.localhost`);
const textOf = async (browser: Browser, path: string) => (await pages.get(browser, path)).text();

test("a page has the country's text with its facts, its version, and no notes for the lawyer", async () => {
  const html = await textOf(visitor("fi"), "/legal/terms");
  for (const words of ["Kirjat Oy", "Katu 1, 00100 Helsinki", "apua@kirjat.example", "Versio 30. marraskuuta 2026"]) {
    expect(html).toContain(words);
  }
  expect(html).not.toContain("Tarkistettava");
  expect(html).not.toContain("ALV-numero");
  expect(html).toContain("<title>Tilausehdot – Fabel</title>");
});

test("a version has an address of its own; an unknown page or version is not found", async () => {
  expect((await pages.get(visitor("fi"), "/legal/terms/2026-11-30")).status).toBe(200);
  for (const path of ["/legal/terms/2020-01-01", "/legal/none", "/legal/constructor"]) {
    expect((await pages.get(visitor("fi"), path)).status, path).toBe(404);
  }
});

describe("given facts that are missing", () => {
  test("a page says in words what is missing, shows no text and names no variable", async () => {
    const html = await textOf(visitor("se"), "/legal/terms");
    expect(html).toContain("Texten är inte klar än");
    expect(html).toMatch(/<li>Adress<\/li><li>Telefon<\/li>/);
    expect(html).not.toContain("Böcker AB");
    expect(html).not.toContain("OPERATOR_");
  });

  test("super users see which variables to set, and that the text is a draft", async () => {
    const [superUser, admin] = [
      await signedInBrowser("https://se.localhost", "super.se"),
      await signedInBrowser("https://se.localhost", "admin.se"),
    ];
    for (const path of ["/legal/terms", "/privacy"]) {
      const html = await textOf(superUser, path);
      expect(html, path).toContain("Utkast till er jurist");
      expect(html, path).toContain("OPERATOR_ADDRESS_SE, OPERATOR_PHONE_SE");
      expect(await textOf(admin, path), path).not.toMatch(/Utkast till er jurist|OPERATOR_/);
      expect(await textOf(visitor("se"), path), path).not.toMatch(/Utkast till er jurist|OPERATOR_/);
    }
  });

  test("a page that names none of them is shown", async () => {
    expect(await textOf(visitor("se"), "/legal/cookies")).toContain("fabel_session");
  });
});

test("the footer of public pages links to every page, to the terms where families can sign up", async () => {
  const html = await textOf(visitor("se"), "/privacy");
  const linked = legalPages.filter((page) => html.includes(`href="/legal/${page}"`));
  expect(linked).toEqual(["cookies", "accessibility"]);
});
