import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Browser, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { ServiceError } from "~/services/contracts/service-error";
import { loadSearch } from "./search.server";

let admin: Browser;
beforeAll(async () => {
  await sessionScene(["se"]);
  admin = await signedInBrowser("https://se.localhost", "admin.se");
});
afterEach(() => vi.restoreAllMocks());

const search = (q: string) =>
  loadSearch(processBackend(), admin.request(`/controlpanel/search?${new URLSearchParams({ q })}`));
const calls = () => processBackend().clients.controlPanel;

test.each(["", "a", " å "])("given the query %j, then the service is not called", async (q) => {
  const read = vi.spyOn(calls(), "getSearchPage");
  expect(await search(q)).toMatchObject({ isTooShort: true, people: [], groups: [], organizations: [] });
  expect(read).not.toHaveBeenCalled();
});

test("given a query, then the results of the service are shown with it", async () => {
  expect(await search(" ekbackens sk ")).toMatchObject({
    ...{ q: "ekbackens sk", isTooShort: false, isSuperUser: false },
    organizations: [expect.objectContaining({ name: "Ekbackens skola" })],
  });
});

test("given an unavailable service, then the search fails with 503", async () => {
  vi.spyOn(calls(), "getSearchPage").mockRejectedValue(new ServiceError(503, "gone", "Gone"));
  await expect(search("ek")).rejects.toMatchObject({ status: 503 });
});
