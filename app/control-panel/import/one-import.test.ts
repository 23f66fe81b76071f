import { expect, it, vi } from "vitest";
import type { Panel } from "~/control-panel/frame/panel.server";
import { loadImportRows } from "./one-import.server";

/** When the page of an import offers to check its file again after a secure login; loading it never does so itself. */

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
  const page = await loadImportRows(panel, new Request(`https://se.localhost/controlpanel/import/${id}`), id);
  expect(refreshImport).not.toHaveBeenCalled();
  return page;
}

it("given cells that wait for a secure login, then checking again is offered after a secure login", async () => {
  expect(await open({})).toMatchObject({ mayCheckSecurely: true });
});

it("given cells that wait for a secure login, then it is offered to another user with a secure login too", async () => {
  expect(await open({ user: { uid: "bo" } })).toMatchObject({ mayCheckSecurely: true });
});

it.each([
  ["before a secure login", { user: { isSecureLogin: false } }],
  ["opened while impersonating", { user: { isImpersonated: true } }],
  ["without cells that need a secure login", { run: { needsSecureLogin: false } }],
  ["that was imported", { run: { state: "imported" } }],
  ["of a sync run, which cannot be refreshed", { run: { actions: [{ id: "refresh", active: false }] } }],
])("given a preview %s, then checking again securely is not offered", async (_, given) => {
  expect(await open(given)).toMatchObject({ mayCheckSecurely: false });
});

it.each([
  [true, { canEscalate: true }],
  [false, { canEscalate: false }],
  [false, { canEscalate: true, isImpersonated: true }],
])("a secure login is offered (%s) to %j", async (canEscalate, user) => {
  expect(await open({ user: { isSecureLogin: false, ...user } })).toMatchObject({ canEscalate });
});
