import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { getWiring } from "~/clients/wiring.server";
import { loadOutbox } from "./outbox.server";

/** Mails and codes lie open in a demonstration and nowhere else. */

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

describe("the outbox", () => {
  it("is a page of the demonstration", async () => {
    const { messages } = await loadOutbox(new Browser(origin).request("/outbox"));
    expect(messages.map(({ text }) => text)).toEqual(["123456 is the code"]);
  });

  it("does not exist without DEMO=1, for a super user neither", async () => {
    const boss = await signedInBrowser(origin, "super.se");
    getWiring().environment.demo = false;
    for (const browser of [new Browser(origin), boss]) {
      await expect(loadOutbox(browser.request("/outbox"))).rejects.toMatchObject({ status: 404 });
    }
  });
});
