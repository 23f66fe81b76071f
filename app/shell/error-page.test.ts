import { afterAll, beforeAll, expect, it } from "vitest";
import { type PageServer, pageServer } from "../../tests/support/page-server";
import { type Browser, sessionScene } from "../../tests/support/session-scene";
import { signedInBrowser } from "../../tests/support/signed-in-browser";
import { getWiring } from "../clients/wiring.server";

/** The error page stands in the shell of whoever it is shown to, also after a form that was sent without script. */

let pages: PageServer;
let browser: Browser;

beforeAll(async () => {
  await sessionScene(["fr"]);
  pages = await pageServer();
  browser = await signedInBrowser("https://fr.localhost:3000", "teacher.fr");
});

afterAll(() => getWiring().close());

it.each(["/settings", "/profile", "/login/escalate", "/login/act-as?user=nobody"])(
  "after a form of %s that cannot be read it bears the country's brand and knows who is there",
  async (path) => {
    const answer = await pages.post(browser, path, { intent: "there-is-no-such-act" });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const html = await answer.text();
    expect(html).toContain("<h1");
    expect(html).toContain('data-brand="fabel-france"');
    expect(html).toContain('href="/logout"');
  },
);
