import { expect, it, vi } from "vitest";
import type { Panel } from "~/control-panel/frame/panel.server";
import { readImport } from "./one-import.server";

/** What loading the page of an import starts without a further request of the user. */

const id = "018f3b6c-0000-7000-8000-000000000001";
const waiting = {
  id,
  state: "ready",
  startedBy: { id: "anna", name: "Anna" },
  needsSecureLogin: true,
  actions: [{ id: "refresh", active: true }],
  ...{ outcomes: {}, results: {}, undo: {} },
};

async function open({ run = {}, user = {} }: { run?: object; user?: object }) {
  const refreshImport = vi.fn(async () => ({ body: { data: { ...waiting, state: "reading" } } }));
  const client = {
    getImport: async () => ({ body: { data: { ...waiting, ...run } } }),
    getImportRows: async () => ({ body: { data: [], meta: { totalCount: 0 } } }),
    refreshImport,
  };
  const signed = { uid: "anna", isSecureLogin: true, isImpersonated: false, ...user };
  const panel = { client, user: signed, credentials: {} } as unknown as Panel;
  const shown = await readImport(panel, new Request(`https://se.localhost/controlpanel/import/${id}`), id);
  return { state: shown.run.state, isCheckedAnew: refreshImport.mock.calls.length > 0 };
}

it("given cells that wait for a secure login, then the import is checked again after a secure login", async () => {
  expect(await open({})).toEqual({ state: "reading", isCheckedAnew: true });
});

it.each([
  ["before a secure login", { user: { isSecureLogin: false } }],
  ["opened by another user", { user: { uid: "bo" } }],
  ["opened while impersonating its user", { user: { isImpersonated: true } }],
  ["without cells that need a secure login", { run: { needsSecureLogin: false } }],
  ["that was imported", { run: { state: "imported" } }],
  ["of a sync run, which cannot be refreshed", { run: { actions: [{ id: "refresh", active: false }] } }],
])("given a preview %s, then loading it does not check it again", async (_, given) => {
  expect(await open(given)).toMatchObject({ isCheckedAnew: false });
});
