import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { getWiring } from "~/clients/wiring.server";
import { loadOutbox } from "./outbox.server";

/** Sent mails and codes are visible in demo mode only. */

const origin = "https://se.localhost:3000";

beforeAll(async () => {
  await sessionScene(["se"]);
  await getWiring().outbox.add({
    realm: "se",
    kind: "sms",
    to: "+46700000001",
    subject: "",
    text: "123456 is the code",
  });
});

afterAll(() => getWiring().close());

describe("outbox page", () => {
  it("shows the sent messages in demo mode", async () => {
    const { messages } = await loadOutbox(new Browser(origin).request("/outbox"));
    expect(messages.map(({ text }) => text)).toEqual(["123456 is the code"]);
  });

  it("returns 404 without DEMO=1, also for a super user", async () => {
    const boss = await signedInBrowser(origin, "super.se");
    getWiring().environment.demo = false;
    for (const browser of [new Browser(origin), boss]) {
      await expect(loadOutbox(browser.request("/outbox"))).rejects.toMatchObject({ status: 404 });
    }
  });
});
