import { afterAll, beforeAll, expect, test } from "vitest";
import { getWiring } from "~/clients/wiring.server";
import type { Auth } from "~/services/contracts/contract";
import { sessionScene } from "../support/session-scene";

/** What every endpoint of every service declares about who may call it. */

beforeAll(async () => void (await sessionScene([])));
afterAll(() => getWiring().close());

const endpoints = () =>
  getWiring().services.flatMap(({ name: service, endpoints: all }) =>
    Object.entries(all).map(([name, { contract, rights }]) => ({ call: `${service} ${name}`, contract, rights })),
  );

test("an endpoint is public where its contract asks for no token, and proves a right or is about the caller elsewhere", () => {
  expect(endpoints().length).toBeGreaterThan(100);
  const isOpen = (auth: Auth) => auth === "none" || auth === "country";
  const wrong = endpoints().filter(({ contract, rights }) => isOpen(contract.auth) !== (rights === "public"));
  expect(wrong.map(({ call }) => call)).toEqual([]);
});

test("only the caller's own profile is found by the caller's id in the directory's services", () => {
  const own = endpoints().filter(
    ({ call, rights }) => rights === "oneself" && /^(control-panel|customer-management) /.test(call),
  );
  expect(own.map(({ call }) => call)).toEqual(["control-panel getMe"]);
});
