import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Browser, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { getWiring } from "~/clients/wiring.server";
import { loadSettings, submitSettings } from "./settings.server";

/** What the forms of the settings take, and what they say to values that their lists do not offer. */

let browser: Browser;

beforeAll(async () => {
  await sessionScene(["se"]);
  browser = await signedInBrowser("https://se.localhost:3000", "student.se");
});

afterAll(() => getWiring().close());

const stored = async () => (await loadSettings(browser.request("/settings"))).reader;
type Result = { status?: number; init?: object; data: { lastResult: { error: Record<string, string[]> } } };
const send = (form: Record<string, string>): Promise<Result> =>
  submitSettings(browser.post("/settings", { intent: "reader", ...form })).catch((thrown) => thrown) as Promise<Result>;

describe("a family", () => {
  it("has no settings", async () => {
    const family = await signedInBrowser("https://se.localhost:3000", "family.se");
    await expect(loadSettings(family.request("/settings"))).rejects.toMatchObject({ status: 404 });
    const form = { intent: "notices", confirmations: "on" };
    await expect(submitSettings(family.post("/settings", form))).rejects.toMatchObject({ status: 404 });
  });
});

describe("the form about reading", () => {
  const chosen = { rate: "120", volume: "40", autoPageTurn: "on", theme: "dark" };

  it("keeps what its lists offer", async () => {
    expect(await send(chosen)).toMatchObject({ status: 302 });
    expect(await stored()).toEqual({
      ratePercent: 120,
      volumePercent: 40,
      highlight: false,
      autoPageTurn: true,
      theme: "dark",
    });
  });

  for (const wrong of ["", "121", " 120", "1e2", "Infinity", "-10", "😀", "\u0000", "\u202e120", "9".repeat(100_000)]) {
    it(`says beside its fields that ${JSON.stringify(wrong.slice(0, 9))} is not one of them, and keeps the rest`, async () => {
      const before = await stored();
      const result = await send({ ...chosen, highlight: "on", rate: wrong, theme: wrong });
      expect(result.init).toMatchObject({ status: 400 });
      const reason = ["Select at least one item"];
      expect(result.data.lastResult).toMatchObject({
        error: { rate: reason, theme: reason },
        initialValue: { volume: "40", highlight: "on", autoPageTurn: "on" },
      });
      expect(await stored()).toEqual(before);
    });
  }

  it("says so of what was not sent at all", async () => {
    const { data } = await send({});
    expect(Object.keys(data.lastResult.error)).toEqual(["rate", "volume", "theme"]);
  });

  it("answers 400 to an act that nobody knows", async () => {
    expect(await send({ ...chosen, intent: "reading" })).toMatchObject({ status: 400 });
  });
});
