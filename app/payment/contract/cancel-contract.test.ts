import { beforeAll, describe, expect, it } from "vitest";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { Browser, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";

/** Cancelling without signing in: kind, reason and end are asked for, shown, and sent. docs/decisions/0095-stated-cancellations.md. */

const path = "/cancel-contract";
const stated = { name: "Lea Martin", orderNumber: "4f7a 01c2 99b0 7e5d a3f1", email: "lea@haus.example" };
const next = { intent: "check" };
let pages: PageServer;

beforeAll(async () => {
  await sessionScene(["de", "se"]);
  pages = await pageServer();
});

const post = async (form: Record<string, string>) => {
  const response = await pages.post(new Browser("https://de.localhost"), path, form);
  return { status: response.status, html: await response.text() };
};

describe("a signed-in family", () => {
  it("has the same form, with what is known of it", async () => {
    const browser = await signedInBrowser("https://de.localhost:3000", "family.de");
    const response = await pages.get(browser, path);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toMatch(/name="email"[^>]*value="[^"]*@[^"]*"|value="[^"]*@[^"]*"[^>]*name="email"/);
    expect(html).toMatch(/value="extraordinary"/);
    const check = await (await pages.post(browser, path, { ...stated, intent: "check", type: "ordinary" })).text();
    expect(check).toContain("Jetzt kündigen");
  });
});

describe("the form", () => {
  it("asks for the kind, ordinary unless another is chosen, the reason and the end", async () => {
    const html = await (await pages.get(new Browser("https://de.localhost"), path)).text();
    expect(html).toMatch(/<input[^>]*type="radio"[^>]*checked=""[^>]*value="ordinary"|value="ordinary"[^>]*checked=""/);
    expect(html).toMatch(/value="extraordinary"/);
    expect(html).toMatch(/<textarea[^>]*name="reason"/);
    expect(html).toMatch(/type="date"/);
  });

  it("given an extraordinary cancellation without reason, then asks for it and keeps the rest", async () => {
    const { html } = await post({ ...stated, ...next, type: "extraordinary", reason: " ", endsOn: "" });
    expect(html).toMatch(/href="#[^"]*reason"/);
    expect(html).toContain('value="Lea Martin"');
    expect(html).not.toMatch(/<button[^>]*value="confirm"/);
  });

  it("given a day that is none, then says so", async () => {
    const { html } = await post({ ...stated, ...next, type: "ordinary", reason: "", endsOn: "2027-02-31" });
    expect(html).toMatch(/href="#[^"]*endsOn"/);
  });

  it("given a day before today, then says so", async () => {
    const { html } = await post({ ...stated, ...next, type: "ordinary", reason: "", endsOn: "2020-01-31" });
    expect(html).toContain("Dieser Tag ist vorbei.");
  });

  it("shows what is sent, and then the same for a number that nobody has", async () => {
    const form = { ...stated, type: "extraordinary", reason: "Die Bücher öffnen nicht.", endsOn: "2027-02-10" };
    const check = await post({ ...form, ...next });
    for (const text of ["Außerordentliche Kündigung", "Die Bücher öffnen nicht.", "10. Februar 2027", "Jetzt kündigen"])
      expect(check.html).toContain(text);
    expect(check.html).toMatch(/type="hidden" name="endsOn" value="2027-02-10"/);
    const received = await post({ ...form, intent: "confirm" });
    for (const text of ["Ihre Kündigung ist eingegangen", "Eingegangen am", "Die Bücher öffnen nicht."])
      expect(received.html).toContain(text);
    const plain = await post({ ...stated, intent: "confirm" });
    expect(plain.html).toContain("zum nächstmöglichen Zeitpunkt");
  });

  it("is not there where no law asks for it", async () => {
    expect((await pages.get(new Browser("https://se.localhost"), path)).status).toBe(404);
  });
});
