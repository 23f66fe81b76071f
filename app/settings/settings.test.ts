import { beforeAll, describe, expect, it } from "vitest";
import { type Browser, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { loadSettings, submitSettings } from "./settings.server";

/** Settings forms: accepted values, and errors for values that their lists do not offer. */

let browser: Browser;

beforeAll(async () => {
  await sessionScene(["se"]);
  browser = await signedInBrowser("https://se.localhost:3000", "student.se");
});

const stored = async () => (await loadSettings(processBackend(), browser.request("/settings"))).reader;
type Result = { status?: number; init?: object; data: { lastResult: { error: Record<string, string[]> } } };
const send = (form: Record<string, string>): Promise<Result> =>
  submitSettings(processBackend(), browser.post("/settings", { intent: "reader", ...form })).catch(
    (thrown) => thrown,
  ) as Promise<Result>;

describe("settings of a family", () => {
  it("are not found (404)", async () => {
    const family = await signedInBrowser("https://se.localhost:3000", "family.se");
    await expect(loadSettings(processBackend(), family.request("/settings"))).rejects.toMatchObject({ status: 404 });
    const form = { intent: "notices", confirmations: "on" };
    await expect(submitSettings(processBackend(), family.post("/settings", form))).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe("reading settings form", () => {
  const chosen = { rate: "120", volume: "40", autoPageTurn: "on", theme: "dark" };

  it("stores values that its lists offer", async () => {
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
    it(`returns 400 for ${JSON.stringify(wrong.slice(0, 9))} in its lists and keeps the other input`, async () => {
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

  it("reports an error for each missing field", async () => {
    const { data } = await send({});
    expect(Object.keys(data.lastResult.error)).toEqual(["rate", "volume", "theme"]);
  });

  it("returns 400 for an unknown intent", async () => {
    expect(await send({ ...chosen, intent: "reading" })).toMatchObject({ status: 400 });
  });
});
