import { beforeAll, expect, test } from "vitest";
import { sessionScene } from "#tests/support/session-scene";
import { processBackend } from "~/composition/process-backend.server";
import type { Auth } from "~/services/contracts/contract";

/** The rights that every endpoint of every service declares. */

beforeAll(async () => void (await sessionScene([])));

const endpoints = () =>
  processBackend().services.flatMap(({ name: service, endpoints: all }) =>
    Object.entries(all).map(([name, { contract, rights }]) => ({ call: `${service} ${name}`, contract, rights })),
  );

test("an endpoint declares public rights exactly if its contract requires no token", () => {
  expect(endpoints().length).toBeGreaterThan(100);
  const isOpen = (auth: Auth) => auth === "none" || auth === "country";
  const wrong = endpoints().filter(({ contract, rights }) => isOpen(contract.auth) !== (rights === "public"));
  expect(wrong.map(({ call }) => call)).toEqual([]);
});

test("getMe is the only endpoint of the directory's services with the right oneself", () => {
  const own = endpoints().filter(
    ({ call, rights }) => rights === "oneself" && /^(control-panel|customer-management) /.test(call),
  );
  expect(own.map(({ call }) => call)).toEqual(["control-panel getMe"]);
});
