import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type PageServer, pageServer } from "#tests/support/page-server";
import { type Browser, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { getWiring } from "~/clients/wiring.server";
import { ServiceError } from "~/services/contracts/service-error";

/** One's own data as a file, and what there is instead while a part of it cannot be had. */

let pages: PageServer;
let browser: Browser;

beforeAll(async () => {
  await sessionScene(["fr"]);
  pages = await pageServer();
  browser = await signedInBrowser("https://fr.localhost:3000", "student.fr");
});

afterAll(() => getWiring().close());

const ask = () =>
  pages.visit(browser.request("/profile/export", { headers: { accept: "text/html", "sec-fetch-dest": "document" } }));

describe("one's own data", () => {
  it("come as a file", async () => {
    const answer = await ask();
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="fabel-[\d-]+\.json"$/);
    expect(await answer.json()).toMatchObject({ country: "fr", me: { username: "student.fr" } });
  });

  it.each([503, 504, 502])("lead back to the profile with plain words while a service answers %i", async (status) => {
    // why: this call goes over the network where the sign-in service runs elsewhere, and there it fails so.
    const call = vi
      .spyOn(getWiring().clients.auth, "getSessions")
      .mockRejectedValue(new ServiceError(status, "x", "x"));
    const answer = await ask();
    call.mockRestore();
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/profile"]);
    browser.take(answer);
    const html = await (await pages.get(browser, "/profile")).text();
    expect(html).toContain("Le fichier ne peut pas être préparé pour le moment");
  });
});
