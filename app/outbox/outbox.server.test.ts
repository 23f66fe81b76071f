import { beforeAll, describe, expect, it } from "vitest";
import { Browser, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { loadOutbox } from "./outbox.server";

/** Sent mails and codes are visible in demo mode only. */

const origin = "https://se.localhost:3000";

beforeAll(async () => {
  await sessionScene(["se"]);
  await processBackend().outbox.add({
    realm: "se",
    kind: "sms",
    to: "+46700000001",
    subject: "",
    text: "123456 is the code",
  });
});

describe("outbox page", () => {
  it("shows the sent messages in demo mode", async () => {
    const { messages } = await loadOutbox(processBackend(), new Browser(origin).request("/outbox"));
    expect(messages.map(({ text }) => text)).toEqual(["123456 is the code"]);
  });

  it("returns 404 without DEMO=1, also for a super user", async () => {
    const boss = await signedInBrowser(origin, "super.se");
    processBackend().environment.demo = false;
    for (const browser of [new Browser(origin), boss]) {
      await expect(loadOutbox(processBackend(), browser.request("/outbox"))).rejects.toMatchObject({ status: 404 });
    }
  });
});
